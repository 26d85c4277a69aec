import type { Json } from '../../../../core/index.js';
import { dayIn } from './days.js';
import { numberIn } from './numbers.js';
import { printsLoosely, printsText } from './texts.js';

/**
 * How a text carries a value: it prints it (`printed` is the matching piece), it prints it roughly, or it does not print it but the value is
 * of a kind that can be concluded from other words, such as true.
 */
export type ValueMatch = { readonly how: 'printed'; readonly printed: string } | { readonly how: 'roughly' | 'concluded' };

/** How a text carries a value; undefined where it does not. */
export function matchValue(text: string, value: Json): ValueMatch | undefined {
  if (typeof value === 'number') return printed(numberIn(text, value));
  if (typeof value === 'boolean') return truth(text, value) ? { how: 'printed', printed: String(value) } : { how: 'concluded' };
  if (typeof value !== 'string') return undefined;
  const piece = printsText(text, value)
    ? value
    : (daysOf(value)
        .map((day) => dayIn(text, day))
        .find(Boolean) ?? currency(text, value));
  if (piece !== undefined) return printed(piece);
  return printsLoosely(text, value) ? { how: 'roughly' } : /^[A-Z]{3}$/.test(value) ? { how: 'concluded' } : undefined;
}

const printed = (piece: string | undefined): ValueMatch | undefined =>
  piece === undefined ? undefined : { how: 'printed', printed: piece };
const currency = (text: string, value: string): string | undefined => (/^[A-Z]{3}$/.test(value) ? currencyIn(text, value) : undefined);

/** The days that a value can mean, in the date formats that a schema can ask for. */
function daysOf(value: string): readonly string[] {
  const iso = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(value)?.[0];
  const [, first = '', second = '', year = ''] = /^(\d{2})[./](\d{2})[./](\d{4})$/.exec(value) ?? [];
  if (iso !== undefined) return [iso];
  return year === '' ? [] : [`${year}-${second}-${first}`, `${year}-${first}-${second}`];
}

const words = { true: /^(?:true|yes|y|ja|oui|s[ií]|sim|x)$|[☒☑✓✔]/iu, false: /^(?:false|no|n|nein|non|nee|n[aã]o)$|☐/iu } as const;
const truth = (text: string, value: boolean): boolean => text.split(/[\s:,.;]+/).some((word) => words[`${value}`].test(word));

/** The currencies that a sign or word beside an amount can mean. */
const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'], euro: ['EUR'], euros: ['EUR'], '£': ['GBP'], $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'], us$: ['USD'], ca$: ['CAD'], a$: ['AUD'],
  '¥': ['JPY', 'CNY'], '円': ['JPY'], '元': ['CNY'], '₹': ['INR'], rs: ['INR', 'PKR', 'LKR', 'NPR'], kr: ['SEK', 'NOK', 'DKK', 'ISK'], 'zł': ['PLN'], 'kč': ['CZK'],
  ft: ['HUF'], fr: ['CHF'], sfr: ['CHF'], fs: ['CHF'], r$: ['BRL'], '₺': ['TRY'], tl: ['TRY'], '₽': ['RUB'], '₩': ['KRW'], '₪': ['ILS'], '฿': ['THB'],
  '₫': ['VND'], '₱': ['PHP'], '₦': ['NGN'], '₴': ['UAH'], lei: ['RON'], rm: ['MYR'], rp: ['IDR'], r: ['ZAR'], dh: ['AED', 'MAD'],
}; // biome-ignore format: a table

/** The sign or code in a text that means a currency, as printed; undefined where there is none. `code` is an ISO 4217 code. */
function currencyIn(text: string, code: string): string | undefined {
  const marks = text.normalize('NFKC').match(/\p{L}*\p{Sc}|\p{L}+/gu) ?? [];
  return marks.find((mark) => mark.toUpperCase() === code || (signs[mark.toLowerCase()] ?? signs[mark.at(-1) ?? ''] ?? []).includes(code));
}
