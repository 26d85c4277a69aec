import { memoize } from '../../values/memoize.js';
import { isCurrencyCode } from './identifiers.js';
import { fold } from './normalise.js';

export interface PrintedCurrency {
  /** ISO 4217 code. If a sign has several meanings, this is the most frequent one. */
  readonly code: string;
  /** False if the sign has several meanings, so that only a printed code or country decides. */
  readonly certain: boolean;
}

/** The currency of a printed sign, code or word: '€' → EUR, certain; '$' → USD, not certain; undefined if it is none. */
export const currencyCodeOf = memoize((printed: string): PrintedCurrency | undefined => {
  const text = printed.trim();
  if (text.length > maxSignLength || notSigns.has(text.replace(/\.$/, ''))) return undefined;
  if (isCurrencyCode(text)) return { code: text, certain: true };
  const sign = fold(text).replaceAll(' ', '').replace(/\.$/, '');
  const only = oneMeaning.get(sign);
  if (only) return { code: only, certain: true };
  const first = manyMeanings.get(sign);
  return first === undefined ? undefined : { code: first, certain: false };
});

const maxSignLength = 12;

/** In this case they are not signs: forints are `Ft` and francs `Fr`, while these mean feet, or France before a VAT id. */
const notSigns = new Set(['ft', 'FT', 'FR']);

const table = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [code = '', ...signs] = line.trim().split(' ');
      return signs.map((sign) => [sign, code] as const);
    }),
  );

/** Keys are folded and have no final dot. Codes that are often printed in lower case are listed too. */
const oneMeaning = table(`EUR € eur euro euros
  USD us$ usd u$s u$d
  GBP gbp
  CHF chf sfr
  INR ₹ inr
  PLN zł pln
  CZK kč czk
  HUF ft huf
  SEK sek
  NOK nok
  DKK dkk
  RON ron
  BRL r$
  AUD a$ au$ aud
  CAD c$ ca$ cad
  NZD nz$ nzd
  HKD hk$
  SGD s$ sg$
  TWD nt$
  MXN mx$ mex$
  JPY jp¥ jpy 円
  CNY cn¥ rmb
  RUB ₽ руб rub
  TRY ₺ tl
  UAH ₴ грн
  ILS ₪
  KRW ₩
  THB ฿
  VND ₫
  NGN ₦
  PHP ₱
  CRC ₡
  PYG ₲
  KZT ₸
  AZN ₼
  GEL ₾
  GHS ₵
  LAK ₭
  MNT ₮
  BGN лв
  DEM dm
  MYR rm
  IDR rp
  AED dhs`);

const manyMeanings = table(`USD $
  GBP £
  JPY ¥
  SEK kr
  INR rs re
  CHF fr
  RON lei leu
  CZK kc
  PLN zl
  RSD din дин
  CNY 元 yuan`);
