import { currencyCodeOf } from './currency.js';
import { normalise } from './normalise.js';

/** A printed number split into its folded digits and what surrounds them. */
export interface Affixed {
  /** A dash that stands for the decimals is spelled out: '5.600,00' for '5.600,–'. */
  readonly digits: string;
  readonly dashed: boolean;
  readonly negative: boolean;
  readonly percent: boolean;
  /** As printed. Of two, the unambiguous one. */
  readonly currency: string | undefined;
}

/** Splits '-$1,234.50', '(5) %', '5 CR', 'CHF 12.-'; undefined if something around the digits cannot belong to a number. */
export function takeApart(printed: string): Affixed | undefined {
  const { text, offsets } = normalise(printed);
  const from = text.search(/(?<![\p{L}.,])[.,\u066B]\d|\d/u);
  if (from < 0) return undefined;
  const to = text.search(/\d\D*$/) + 1;
  const before = text.slice(0, from).replace(/^[|: ]+/, (junk) => ' '.repeat(junk.length));
  const ending = text.slice(to).replace(/[.,:;|* ]+$/, '');
  const [dash = ''] = /^[.,]--?/.exec(ending) ?? [];
  const tail = ' '.repeat(dash.length) + ending.slice(dash.length);
  const balance = /(?<!\p{L})([cd]r)\.?$/u.exec(tail);
  const after = tail.slice(0, balance?.index);

  const percent = /%/.test(before + after);
  const signs = `${before}#${after}`.replace(/[^-+()%#]/g, '').replace('%', '');
  if (!/^(?:[-+]?#|#[-+]|\(-?#-?\))$/.test(signs)) return undefined;
  const currency = currencyAround([raw(before, 0), raw(after, to)]);
  if (currency === undefined) return undefined;
  return {
    digits: text.slice(from, to) + (dash && `${dash.charAt(0)}00`),
    dashed: dash !== '',
    negative: signs.includes('-') || (signs.includes('(') && !percent) || balance?.[1] === 'cr',
    percent,
    currency: currency || undefined,
  };

  function raw(side: string, start: number): string {
    const words = /[^-+()% ](?:.*[^-+()% ])?/.exec(side);
    return words ? printed.slice(offsets[start + words.index], offsets[start + words.index + words[0].length]) : '';
  }
}

/** '' if no currency is printed, undefined if other words are. */
function currencyAround(sides: readonly string[]): string | undefined {
  const printed = sides.map((side) => side.trim()).filter((side) => side !== '');
  const read = printed.map((text) => ({ text, certain: currencyCodeOf(text)?.certain }));
  if (read.some(({ certain }) => certain === undefined)) return undefined;
  return (read.find(({ certain }) => certain) ?? read[0])?.text ?? '';
}

/**
 * Removes the tax class after an amount (`1,98A`, `7.20SR`) or a product sign (`2x`, `@17.83`), as receipts print them; undefined if there
 * is none. Unit letters (litre, metre, gram, a small t for tonne) are not tax classes. Source of `SR` and `ZR`: Royal Malaysian Customs Department; of
 * `T`, taxable: the invoices of QuickBooks.
 */
export const withoutAffix = (printed: string): string | undefined => withoutTaxClass(printed) ?? withoutProductSign(printed);

/** `1,98A` → `1,98`. */
export const withoutTaxClass = (printed: string): string | undefined =>
  /^(.*[.,]\d{2})(?:(?![lmgtLMG]$)\p{L}|[sS][rR]|[zZ][rR])$/u.exec(printed)?.[1];

/** `24.67p` → `24.67`: a price in the hundredth part of a currency. */
export const withoutMinorUnit = (printed: string): string | undefined => /^(\d{1,4}(?:[.,]\d{1,4})?)(?:p|¢|cts?|c€)$/i.exec(printed)?.[1];

/** `66,00/jr` → `66,00`: a price and what it is for. A fraction and a day have no decimals. */
export const withoutUnitOfPrice = (printed: string): string | undefined => /^(.{0,12}\d[.,]\d{2,6})\/\p{L}{1,12}\.?$/u.exec(printed)?.[1];

/** Whether a word begins with what the hundredth part of a currency is called: `p/kWh`, `Cent`, `øre`. */
export const isMinorUnit = (word: string): boolean => minorUnits.test(word);
const minorUnits = /^(?:p|pence|penny|¢|cts?|c€|cents?|centimes?|c[eéê]ntimos?|centesimi|øre|öre|groszy|gr|rappen)(?:[/.,;)]|$)/iu;

/** `2x` → `2`, `@17.83` → `17.83`. */
export const withoutProductSign = (printed: string): string | undefined =>
  /^(\d{1,4})[x×*]$/i.exec(printed)?.[1] ?? /^[@x×*](\D{0,3}\d+[.,]\d{2})$/i.exec(printed)?.[1];

/**
 * A label or number sign that is printed without a space before a value: `#` of `#00042`, `n°` of `n°562`, `Nº` of `Nº000.002`, `No.` of
 * `No.123`, `Nr.:` of `Nr.:1425`, `#` of `#MON-36`; '' if there is none. A full stop only closes an abbreviation of "number": `A.123` is one
 * identifier.
 */
export const clingingLabel = (word: string): string => clinging.exec(word)?.[0] ?? '';

const clinging = /^(?:(?:\p{L}[\p{L}\p{M}./-]*)?[#№°º:]+|(?:no|nr|num|núm|nro|numer|nummer)\.)(?=\p{N})|^[#№]+(?=\p{L})/iu;

/** A number without the sign that announces it: `#MON-36` and `Nº 36` are `MON-36` and `36`. */
export const withoutNumberSign = (text: string): string => text.replace(/^(?:[#№]+|n[°º])\s*(?=[\p{L}\p{N}])/iu, '');

/**
 * The percentage in brackets right after a word: `20%` of `VAT(20%)`; in Turkish the sign comes first, `%20` of `KDV(%20)`. Source: CLDR,
 * percent formats.
 */
export const clingingRate = (word: string): string | undefined => rate.exec(word)?.[1];

const rate = /^\p{L}+\((%\d{1,2}(?:[.,]\d{1,3})?|\d{1,2}(?:[.,]\d{1,3})?%)\):?$/u;

/** A text without the marks that part it from its neighbours in a line: `INV-36 ·` is `INV-36`. */
export const withoutSeparators = (text: string): string => text.replace(/^[\s·•●∙▪|]+|[\s·•●∙▪|]+$/g, '') || text.trim();
