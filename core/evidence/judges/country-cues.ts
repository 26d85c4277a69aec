import { memoizeByObject } from '../../values/memoize.js';
import { printedCurrencies } from '../labels/nearby/currency-near.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type DateOrder, dateOrder } from '../print/dates.js';

/** Country names, postal codes and tax numbers that identify a currency whose sign several countries share. */
const countries: Readonly<Record<string, RegExp>> = {
  USD: /\b(?:USA|U\.S\.A|United States|EIN)\b|\bU\.S\.(?=\s)|\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}\b/,
  GBP: /\b(?:UK|United Kingdom|England|Scotland|Wales|Northern Ireland|GB ?\d{9})\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  JPY: /\bJapan\b|日本|消費税/,
  INR: /\b(?:India|GSTIN|CGST|SGST|IFSC|UPI)\b/i,
};

/**
 * What only one of the countries with a shared sign writes: US sales tax, bank routing numbers and month-first dates; British VAT and sort
 * codes, and the pound sign by itself, to which most other pounds add letters. A match of `others` cancels it. Source: CLDR, currency signs.
 */
const countryCustoms: Readonly<Record<string, { readonly habits: RegExp; readonly monthFirst: boolean; readonly others: RegExp }>> = {
  USD: {
    habits: /\b(?:sales\s+tax|routing (?:no|number|#)|ABA (?:no|number|#|routing)|ACH|zip code|federal tax)\b/i,
    monthFirst: true,
    others:
      /\b(?:Canada|Canadian|Ontario|Qu[eé]bec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|HST|GST|PST|QST|Australia|ABN|ACN|New Zealand|Singapore|Hong Kong|Taiwan|M[eé]xico|RFC|Chile|Colombia|Argentina|RUT|CUIT|Bahamas|Barbados|Bermuda|Jamaica|Trinidad|Belize|Cayman|Guyana|Fiji|Namibia|Brunei|Liberia|Suriname|Zimbabwe|[A-Z]\d[A-Z] \d[A-Z]\d)\b/,
  },
  GBP: {
    habits: /£|\b(?:sort code|VAT)\b|\.co\.uk\b|\+44\b/i,
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
  const custom = customsOf(code, text);
  if (!custom) return false;
  return custom.habits.test(text) || (custom.monthFirst && dateOrder(index.dates.map((spot) => spot.text)) === 'month-first');
}

/** What only the country of a shared sign writes, unless the text shows another country of that sign. */
const customsOf = (code: string, text: string) => (countryCustoms[code]?.others.test(text) ? undefined : countryCustoms[code]);

/**
 * The date order of the document's country: month first in the United States; day first for IBANs, VAT ids, countries with a goods and services
 * tax except Canada, and currencies of countries that write it so. Undefined where both or neither show.
 */
export const dateCue = memoizeByObject((index: DocumentIndex): DateOrder | undefined => {
  const text = index.rows.map((row) => row.text).join('\n');
  const american =
    /\b[A-Z]{2},? \d{5}(-\d{4})?\b|\bUSA\b|\bUnited States\b|\bEIN\b/.test(text) ||
    stateAndCode.test(text) ||
    customsOf('USD', text)?.habits.test(text) === true;
  const european = /€|£|\bEUR\b|\bGBP\b|\bIBAN\b|\bVAT\b|\bMwSt\b|\bUSt\b|\bTVA\b|\bIVA\b|\bBTW\b/.test(text);
  const commonwealth =
    /\b(?:GST|GSTIN|Sdn\.? Bhd|Pte\.? Ltd|Pty\.? Ltd|Pvt\.? Ltd|Malaysia|Singapore|Australia|New Zealand|India)\b/i.test(text) &&
    !canadianWords.test(text);
  const foreign = printedCurrencies(index).distinct.some(({ code, certain }) => certain && !monthFirst.has(code));
  return american === (european || commonwealth || foreign) ? undefined : american ? 'month-first' : 'day-first';
});

/** The currencies of countries that write the month first, and of Canada, which writes every order. Source: CLDR, short dates by territory. */
const monthFirst = new Set(['USD', 'PHP', 'PAB', 'CAD']);

/** Canada has a goods and services tax too, and writes dates in every order. */
const canadianWords = /\b(?:Canada|HST|PST|QST|TPS|TVQ|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b/;

/** The currencies whose amounts are printed with `kr`. */
type Crown = 'SEK' | 'DKK' | 'NOK' | 'ISK';

/** Which of the currencies with the sign `kr` a document means, and whether it prints the code or only shows the country. */
interface MeantCrown {
  readonly code: Crown;
  readonly cue: 'code' | 'country';
}

/** Whether this code is printed as `kr`. */
export const isCrown = (code: string): code is Crown => Object.hasOwn(signs, code);

/**
 * The one meaning of `kr` in a document: of the only code that it prints, else of the only country that it shows. Undefined where it shows
 * none or several, because no country writes the sign more often than the others.
 */
export const meantCrown = memoizeByObject((index: DocumentIndex): MeantCrown | undefined => {
  const text = index.rows.map((row) => row.text).join('\n');
  const codes = all.filter((code) => new RegExp(`(?<!\\p{L})${code}(?!\\p{L})`, 'u').test(text));
  const [code, ...moreCodes] = codes;
  if (code) return moreCodes.length === 0 ? { code, cue: 'code' } : undefined;
  const [shown, ...more] = all.filter((one) => signs[one].test(text) || speaks(one, text));
  return shown && more.length === 0 ? { code: shown, cue: 'country' } : undefined;
});

/** Danes and Swedes both pay `moms`: the words around it tell which. */
const speaks = (code: Crown, text: string): boolean =>
  (code === 'DKK' && moms.test(text) && danoNorwegian.test(text) && !swedish.test(text)) ||
  (code === 'SEK' && moms.test(text) && swedish.test(text) && !danoNorwegian.test(text));

const word = (alternatives: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu');

const moms = word('moms|momsen');
const swedish = word('och|datum|fakturadatum|att betala|summa|kvitto|för|på|är');
const danoNorwegian = word('og|dato|fakturadato|i alt|kvittering|på|er|til|betaling');

/**
 * Country names, registration and VAT numbers, IBANs, telephone prefixes, domains, ways to pay, and words of only one of the languages.
 * Sources: VIES, the IBAN registry of SWIFT, ITU-T E.164, the business registers of the four countries.
 */
const signs: Readonly<Record<Crown, RegExp>> = {
  SEK: new RegExp(
    `${word('Sverige|Sweden|Schweden|Suède|SE ?\\d{10} ?01|SE\\d{2}(?: ?\\d{4}){5}|Bankgiro|Plusgiro|Swish|belopp|förfallodatum|förfallodag|momsreg(?:istrerings)?\\.? ?n(?:umme)?r|F-skatt|Org\\.? ?-?nr\\.?:? ?\\d{6}-\\d{4}').source}|\\+46[ (\\d]|(?:www\\.|@)[\\w.-]+\\.se\\b`,
    'iu',
  ),
  DKK: new RegExp(
    `${word('Danmark|Denmark|Dänemark|Danemark|CVR|CVR-?nr|SE-?nr|DK ?\\d{8}|DK\\d{2}(?: ?\\d{4}){3} ?\\d{2}|beløb|forfaldsdato|forfalder|at betale|FIK|MobilePay').source}|\\+45[ (\\d]|(?:www\\.|@)[\\w.-]+\\.dk\\b`,
    'iu',
  ),
  NOK: new RegExp(
    `${word('Norge|Noreg|Norway|Norwegen|Norvège|mva|NO ?\\d{9} ?MVA|NO\\d{2} ?\\d{4} ?\\d{4} ?\\d{3}|beløp|forfallsdato|å betale|KID|Vipps|Foretaksregisteret').source}|\\+47[ (\\d]|(?:www\\.|@)[\\w.-]+\\.no\\b`,
    'iu',
  ),
  ISK: new RegExp(
    `${word('Ísland|Iceland|kennitala|kt\\.? ?\\d{6}-?\\d{4}|IS\\d{2}(?: ?\\d{4}){5} ?\\d{2}|vsk|upphæð|eindagi|gjalddagi').source}|\\+354[ (\\d]|(?:www\\.|@)[\\w.-]+\\.is\\b`,
    'iu',
  ),
};

const all = Object.keys(signs).filter(isCrown);
