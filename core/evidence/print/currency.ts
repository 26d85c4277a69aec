import { memoize, once } from '../../values/memoize.js';
import { isCurrencyCode } from './identifiers.js';
import { fold, squash } from './normalise.js';

export interface PrintedCurrency {
  /** ISO 4217 code. If a sign has several meanings, this is the most frequent one. */
  readonly code: string;
  /** False if the sign has several meanings, or may be none, so that only a printed code or country decides. */
  readonly certain: boolean;
}

/** The currency of a printed sign, code or word: '€' → EUR, certain; '$' → USD, not certain; undefined if it is none. */
export const currencyCodeOf = memoize((printed: string): PrintedCurrency | undefined => {
  const text = printed.trim().replace(dottedCode, (code) => code.replaceAll('.', ''));
  if (text.length > maxSignLength || notSigns.has(text.replace(/\.$/, ''))) return undefined;
  if (isCurrencyCode(text)) return { code: text, certain: !units.has(text) };
  const sign = fold(text).replaceAll(' ', '').replace(/\.$/, '');
  const only = oneMeaning.get(sign);
  if (only) return { code: only, certain: true };
  const first = manyMeanings.get(sign);
  return first === undefined ? undefined : { code: first, certain: false };
});

/** Codes that are units of measure, too: kilograms and cups beside a number are more frequent than soms and Cuban pesos. */
const units = new Set(['KGS', 'CUP']);

const maxSignLength = 12;
/** `U.S.D.` */
const dottedCode = /^(?:\p{Lu}\.){2}\p{Lu}\.?$/u;

/** The currency of a printed sign, code, word or name: 'US Dollars' → USD. For what was read as a currency: texts beside numbers are rarely names. */
export function currencyNamed(printed: string): PrintedCurrency | undefined {
  const text = printed.trim();
  const named = isName.test(text) ? names().get(nameKey(text)) : undefined;
  return named === undefined ? currencyCodeOf(text) : { code: named, certain: true };
}

/** Two to four words: a single one, such as `Real` or `Won`, may mean anything. */
const isName = /^\p{L}{2,20}(?:[ -]\p{L}{2,20}){1,3}$/u;

/** The names of currencies in the languages of the European Union, in singular and simple plural. Source: Unicode CLDR, which `Intl` has. */
const names = once((): ReadonlyMap<string, string> => {
  const found = languages.flatMap((language) => {
    const displayed = new Intl.DisplayNames(language, { type: 'currency', fallback: 'none' });
    return Intl.supportedValuesOf('currency').flatMap((code) => {
      const name = isCurrencyCode(code) ? displayed.of(code) : undefined;
      return name && isName.test(name) ? [[nameKey(name), code] as const] : [];
    });
  });
  return new Map([...found, [nameKey('Pound Sterling'), 'GBP']]);
});
const languages = 'en de fr es it nl pt sv pl hr da fi cs sk sl hu ro el bg et lv lt'.split(' ');

/** `US Dollars` → `usdollar`, `dollars américains` → `dollaramericain`. */
const nameKey = (name: string): string => squash(name.replace(/s(?![\p{L}])/gu, ''));

/** Whether a printed currency can be the one with this code. A sign of many countries can be each of theirs. */
export function canBeCurrency({ code, certain }: PrintedCurrency, wanted: string): boolean {
  return code === wanted || (!certain && (sharedSigns[code]?.includes(wanted) ?? true));
}

/** By the code that a shared sign is taken for. Source: the currency signs of CLDR, in their narrow form. */
const sharedSigns: Readonly<Record<string, readonly string[]>> = {
  USD: 'ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD'.split(' '),
  GBP: 'EGP FKP GIP LBP SHP SYP SSP'.split(' '),
  JPY: ['CNY'],
  SEK: 'DKK ISK NOK'.split(' '),
  INR: 'LKR MUR NPR PKR SCR'.split(' '),
};

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
