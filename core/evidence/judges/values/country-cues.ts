import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type DateOrder, dateOrder } from '../../print/dates.js';
import { isCrown, meantCrown } from './crown-cues.js';

/** Country names, postal codes and tax numbers that identify a currency whose sign several countries share. */
const countries: Readonly<Record<string, RegExp>> = {
  USD: /\b(?:USA|U\.S\.A|United States|EIN)\b|\bU\.S\.(?=\s)|\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}\b/,
  GBP: /\b(?:UK|United Kingdom|England|Scotland|Wales|Northern Ireland|GB ?\d{9})\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  JPY: /\bJapan\b|日本|消費税/,
  INR: /\b(?:India|GSTIN|CGST|SGST|IFSC|UPI)\b/i,
};

/**
 * What only one of the countries with a shared sign writes: US sales tax, bank routing numbers and month-first dates; British VAT and sort
 * codes. A match of `others` cancels it.
 */
const countryCustoms: Readonly<Record<string, { readonly habits: RegExp; readonly monthFirst: boolean; readonly others: RegExp }>> = {
  USD: {
    habits: /\b(?:sales\s+tax|routing (?:no|number|#)|ABA (?:no|number|#|routing)|ACH|zip code|federal tax)\b/i,
    monthFirst: true,
    others:
      /\b(?:Canada|Canadian|Ontario|Qu[eé]bec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|HST|GST|PST|QST|Australia|ABN|ACN|New Zealand|Singapore|Hong Kong|Taiwan|M[eé]xico|RFC|Chile|Colombia|Argentina|RUT|CUIT|Bahamas|Barbados|Bermuda|Jamaica|Trinidad|Belize|Cayman|Guyana|Fiji|Namibia|Brunei|Liberia|Suriname|Zimbabwe|[A-Z]\d[A-Z] \d[A-Z]\d)\b/,
  },
  GBP: {
    habits: /\b(?:sort code|VAT)\b|\.co\.uk\b|\+44\b/i,
    monthFirst: false,
    others: /\b(?:Egypt|Lebanon|Syria|Sudan|Gibraltar|Guernsey|Jersey|Isle of Man|Falkland|Saint Helena)\b/,
  },
};

/** State names before a postal code. Source: USPS Publication 28, appendix B. */
const stateAndCode =
  /\b(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming),?\s+\d{5}\b/i;

/** How a document identifies the currency of a shared sign: by its code, or by its country. Undefined if it does not. */
export function currencyCue(code: string, index: DocumentIndex): 'code' | 'country' | undefined {
  if (isCrown(code)) {
    const meant = meantCrown(index);
    return meant?.code === code ? meant.cue : undefined;
  }
  const text = index.rows.map((row) => row.text).join('\n');
  if (new RegExp(`\\b${code}\\b`).test(text)) return 'code';
  return countries[code]?.test(text) || (code === 'USD' && stateAndCode.test(text)) || hasCustomsOf(code, text, index)
    ? 'country'
    : undefined;
}

function hasCustomsOf(code: string, text: string, index: DocumentIndex): boolean {
  const custom = countryCustoms[code];
  if (!custom || custom.others.test(text)) return false;
  return custom.habits.test(text) || (custom.monthFirst && dateOrder(index.dates.map((spot) => spot.text)) === 'month-first');
}

/**
 * The date order of the document's country: month first in the United States; day first for IBANs, VAT ids, the euro and countries with a
 * goods and services tax except Canada. Undefined where both or neither show.
 */
export const dateCue = memoizeByObject((index: DocumentIndex): DateOrder | undefined => {
  const text = index.rows.map((row) => row.text).join('\n');
  const american = /\b[A-Z]{2},? \d{5}(-\d{4})?\b|\bUSA\b|\bUnited States\b|\bEIN\b/.test(text);
  const european = /€|£|\bEUR\b|\bGBP\b|\bIBAN\b|\bVAT\b|\bMwSt\b|\bUSt\b|\bTVA\b|\bIVA\b|\bBTW\b/.test(text);
  const commonwealth =
    /\b(?:GST|GSTIN|Sdn\.? Bhd|Pte\.? Ltd|Pty\.? Ltd|Pvt\.? Ltd|Malaysia|Singapore|Australia|New Zealand|India)\b/i.test(text) &&
    !canadianWords.test(text);
  return american === (european || commonwealth) ? undefined : american ? 'month-first' : 'day-first';
});

/** Canada has a goods and services tax too, and writes dates in every order. */
const canadianWords = /\b(?:Canada|HST|PST|QST|TPS|TVQ|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b/;
