import type { Word } from '../../contracts/document.js';
import { gapBetween } from '../page/page-index.js';
import { squash } from './normalise.js';

/**
 * Whether an IBAN is as long as those of its country, and its two check digits are right. Source: ISO 13616, with the check of ISO 7064 MOD 97-10.
 */
export function ibanHolds(printed: string): boolean {
  const id = squash(printed);
  if (!/^[a-z]{2}\d{2}[a-z0-9]{11,30}$/.test(id)) return false;
  if (id.length !== (ibanLengths.get(id.slice(0, 2)) ?? id.length)) return false;
  const digits = (id.slice(4) + id.slice(0, 4)).replace(/[a-z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** The first text with the form and the length of the IBANs of its country, whatever its check digits are. */
export function ibanLike(text: string): string | undefined {
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?= ?[A-Z0-9]{2})/gu)) {
    const length = ibanLengths.get(text.slice(index, index + 2).toLowerCase());
    const [found] = length === undefined ? [] : (lettersAndDigits(length).exec(text.slice(index, index + 2 * length)) ?? []);
    if (found !== undefined) return found;
  }
  return undefined;
}
const lettersAndDigits = (count: number): RegExp => new RegExp(`^(?:[A-Z0-9] ?){${count - 1}}[A-Z0-9](?![A-Z0-9])`);

/** How long the IBANs of a country are; those of others may have any length. Source: SWIFT, IBAN Registry. */
const ibanLengths = new Map(
  [
    ...`ad24 ae23 al28 at20 az28 ba20 be16 bg22 bh22 bi27 br29 by28 ch21 cr22 cy28 cz24 de22 dj27 dk18 do28 ee20 eg29 es24 fi18 fk18 fo18 fr27 gb22 ge22
    gi23 gl18 gr27 gt28 hn28 hr21 hu28 ie22 il23 iq23 is26 it27 jo30 kw30 kz20 lb28 lc32 li21 lt20 lu20 lv21 ly25 mc27 md24 me22 mk19 mn20 mr27 mt31 mu30
    ni28 nl18 no15 om23 pk24 pl28 ps29 pt25 qa29 ro24 rs22 ru33 sa24 sc31 sd18 se24 si19 sk24 sm27 so23 st25 sv28 tl23 tn24 tr26 ua29 va22 vg24 xk20
    ye30`.matchAll(/([a-z]{2})(\d{2})/g),
  ].map(([, country = '', length]) => [country, Number(length)] as const),
);

/** Whether the last of at least two digits is the check digit of the others. Source: ISO/IEC 7812-1, annex B. */
export function luhn(printed: string): boolean {
  const digits = squash(printed);
  if (!/^\d{2,}$/.test(digits)) return false;
  const weighted = [...digits].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2));
  return weighted.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

/**
 * Whether a text has the shape of a BIC: four bank letters, a country, two location characters, and three optional branch characters.
 * Source: ISO 9362.
 */
export function bicHolds(printed: string): boolean {
  const id = squash(printed).toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(id) && isCountryCode(id.slice(4, 6));
}

/**
 * Compares a text with the VAT number formats of the EU, GB, CH and NO. `wrong-shape`: it starts like a number of one of these countries
 * but does not match. `unknown` proves nothing, because other countries and local tax numbers have other formats.
 */
export function vatIdShape(printed: string): 'valid-shape' | 'wrong-shape' | 'unknown' {
  const id = squash(printed).toUpperCase();
  if (vatShape.test(id)) return 'valid-shape';
  return /^[A-Z]{2}[A-Z]?\d{6,}[A-Z]?\d*$/.test(id) && vatCountries.has(id.slice(0, 2)) ? 'wrong-shape' : 'unknown';
}

/** Whether a text is an office, a district and a taxpayer with slashes between them, as German tax offices write it: `201/113/40209`. */
export const isOfficeNumber = (printed: string): boolean => /^\d{2,3}\/\d{3,4}\/\d{4,5}$/.test(printed.trim());

/**
 * The number itself, without the letters of its country before it and of its register after it: 'PL5213938224' → '5213938224',
 * 'CHE-123.456.788 MWST' → '123456788'. Printed either way it is one number.
 */
export const bareTaxNumber = (printed: string): string =>
  squash(printed)
    .toUpperCase()
    .replace(/^(CHE\d{9}|NO\d{9})(?:MWST|TVA|IVA|MVA)$/, '$1')
    .replace(/^(?:ATU|CHE|[A-Z]{2})(?=[A-Z\d]{0,2}\d{6})/, '');

/** Whether a code is an alphabetic code of ISO 4217, in capitals. */
export const isCurrencyCode = (code: string): boolean => currencyCodes.has(code);

/** Whether a code is a two-letter code of ISO 3166-1, in capitals. */
export const isCountryCode = (code: string): boolean => countryCodes.has(code);

/** Source: VAT number formats published by the European Commission (VIES); GB, CH and NO from their tax offices. */
const vatShapes: readonly RegExp[] = [
  /^ATU\d{8}$/, /^BE[01]?\d{9}$/, /^BG\d{9,10}$/, /^CY\d{8}[A-Z]$/, /^CZ\d{8,10}$/, /^DE\d{9}$/, /^DK\d{8}$/, /^EE\d{9}$/, /^(?:EL|GR)\d{9}$/,
  /^ES[A-Z0-9]\d{7}[A-Z0-9]$/, /^FI\d{8}$/, /^FR[A-Z0-9]{2}\d{9}$/, /^HR\d{11}$/, /^HU\d{8}$/, /^IE(?:\d[A-Z0-9]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  /^IT\d{11}$/, /^LT(?:\d{9}|\d{12})$/, /^LU\d{8}$/, /^LV\d{11}$/, /^MT\d{8}$/, /^NL\d{9}B\d{2}$/, /^PL\d{10}$/, /^PT\d{9}$/, /^RO\d{2,10}$/,
  /^SE\d{10}01$/, /^SI\d{8}$/, /^SK\d{10}$/, /^(?:GB|XI)(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, /^CHE\d{9}(?:MWST|TVA|IVA)?$/, /^NO\d{9}(?:MVA)?$/,
]; // biome-ignore format: a table

const vatShape = new RegExp(vatShapes.map(({ source }) => source).join('|'));

const vatCountries = new Set('AT BE BG CY CZ DE DK EE EL ES FI FR GB HR HU IE IT LT LU LV MT NL NO PL PT RO SE SI SK XI'.split(' '));

/**
 * Source: ISO 4217 list one, and from list three the codes that older documents still print: the kuna and larger currencies replaced by the
 * euro.
 */
const currencyCodes: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK
  DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
  KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP
  PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
  UZS VES VND VUV WST XAF DEM FRF ITL NLG XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
);

/** Source: ISO 3166-1 alpha-2. */
const countryCodes: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN
  CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN
  HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM
  MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS
  YE YT ZA ZM ZW`.split(/\s+/),
);

/** Indexes of the words in a row whose digits are not numbers: IBANs, VAT ids, and phone numbers of several words. */
export function idWords(words: readonly Word[]): Set<number> {
  const found = new Set<number>();
  words.forEach((_, from) => {
    if (found.has(from)) return;
    const to = Math.max(idEnd(words, from), phoneEnd(words, from));
    for (let at = from; at < to; at++) found.add(at);
  });
  return found;
}

/** In line heights: the largest gap between groups of digits. */
export const digitGapHeights = 0.45;
/** In line heights: the largest gap between words of one identifier. */
const idGapHeights = 0.8;
/** An IBAN has up to nine groups. The limit also keeps long rows cheap. */
const maxIdWords = 9;

/** The index after the longest IBAN or VAT id that begins here; `from` if none does. */
function idEnd(words: readonly Word[], from: number): number {
  if (!/^(?:\p{L}[^:]*:)?[A-Z]{2}[A-Z0-9]*$/u.test(words[from]?.text ?? '')) return from;
  const end = runEnd(words, from, /^[A-Z0-9.-]{1,12}$/);
  for (let to = end; to > from + 1; to--) {
    const text = words
      .slice(from, to)
      .map((word) => word.text)
      .join('')
      .replace(/^.*:/, '');
    if (ibanHolds(text) || vatIdShape(text) === 'valid-shape' || brokenIban.test(text)) return to;
  }
  return from;
}

/** An IBAN with wrong check digits is not a number either. */
const brokenIban = /^[A-Z]{2}\d{13,30}$/;

/** Whether a word of three digits follows others as in `20 000 000`, and is no prefix that is dialled. */
function isDigitGroup(words: readonly Word[], at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  if (!before || !word || !/^\d{3}$/.test(word.text) || !/^[^\d ]*\d{1,3}$/.test(before.text)) return false;
  return gapBetween(before, word) <= digitGapHeights;
}

/** The index after the phone number that begins here; `from` if none does. */
function phoneEnd(words: readonly Word[], from: number): number {
  const first = words[from]?.text.replace(/^\p{L}[^:]*:/u, '') ?? '';
  if (isDigitGroup(words, from)) return from;
  if (!/^(?:\+\d{1,3}|\+?\(\+?\d{1,5}\)|0\d{1,5}|\+\d{1,3}\(0\)\d*)[-/.]?$/.test(first)) return from;
  const to = runEnd(words, from, /^(?:[-/.]|[-/.(]?\d[\d()/.-]*)$/);
  return to - from > 1 ? to : from;
}

/** The end of a run of at most nine close words that match the pattern; the first word is not tested. */
function runEnd(words: readonly Word[], from: number, pattern: RegExp): number {
  let to = from + 1;
  for (let left = words[from], right = words[to]; left && right; left = right, right = words[to]) {
    if (to - from === maxIdWords || gapBetween(left, right) > idGapHeights || !pattern.test(right.text)) break;
    to++;
  }
  return to;
}
