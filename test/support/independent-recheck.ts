import type { Json, Page } from '../../core/index.js';
import { recheck as recheckWith, type ValueMatch } from '../../server/cli/audit/recheck.js';

type Claim = Parameters<typeof recheckWith>[0];

/**
 * Checks claimed evidence against the page as `vouch verify` does, but reads what a text prints without the engine's parsers, so that no bug can
 * hide in both: the oracle of the invariants and of the figures of `vouch eval`.
 */
export const recheck = (claim: Claim, pages: readonly Page[]) => recheckWith(claim, pages, matchValue);

/** How a text carries a value; undefined where it does not. */
function matchValue(text: string, value: Json): ValueMatch | undefined {
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

/** Whether a text contains another, comparing letters and digits only; a match may not start or end inside a run of either. */
function printsText(text: string, value: string): boolean {
  const wanted = runsOf(value).join('');
  const runs = runsOf(text);
  return wanted !== '' && runs.some((_, from) => startsWithin(runs, from, wanted));
}

/** Whether a text contains at least four of five words of another in their order, and every word that has a digit. */
function printsLoosely(text: string, value: string): boolean {
  const [wanted, words] = [wordsOf(value), wordsOf(text)];
  let at = 0;
  let matched = 0;
  for (const word of wanted) {
    const found = words.indexOf(word, at);
    if (found < 0 && /\d/.test(word)) return false;
    if (found < 0) continue;
    matched += 1;
    at = found + 1;
  }
  return matched > 0 && matched >= wanted.length * 0.8;
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();

/** Runs of letters and runs of digits. */
const runsOf = (text: string): readonly string[] => folded(text).match(/\p{N}+|\p{L}+/gu) ?? [];
const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function startsWithin(runs: readonly string[], from: number, wanted: string): boolean {
  let rest = wanted;
  for (let at = from; rest !== ''; at += 1) {
    const run = runs[at];
    if (run === undefined || !rest.startsWith(run)) return false;
    rest = rest.slice(run.length);
  }
  return true;
}

/** The languages whose month names are recognised, in the long and short forms that stand beside a day. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sk', 'da', 'sv', 'nb', 'fi', 'hu', 'ro', 'hr', 'sl', 'tr', 'el', 'ru', 'uk', 'bg', 'et', 'lv', 'lt', 'ca', 'ar']; // biome-ignore format: a list

/** The piece of a text that prints a calendar day, in any order of its parts; undefined where there is none. `iso` is `YYYY-MM-DD`. */
function dayIn(text: string, iso: string): string | undefined {
  const [year = '', month = '', day = ''] = iso.split('-');
  const line = text.normalize('NFKC');
  const y = hasShortForm(year) ? `(?:${year}|'?${year.slice(2)})` : year;
  const [m, d] = [`0?${Number(month)}`, `0?${Number(day)}`];
  const digits = [[d, m, y], [m, d, y], [year, m, d]].map(([a, b, c]) => `${a} ?([-/. ]) ?${b} ?\\1 ?${c}`); // biome-ignore format: a list
  const asian = `${year} ?年 ?${m} ?月 ?${d} ?日`;
  const patterns = [...digits, asian, `${year}${month}${day}`, ...withNames(Number(month), d, y)];
  for (const pattern of patterns) {
    const found = new RegExp(`(?<!\\d)(?<!\\d[-/.])(?:${pattern})(?!\\d)`, 'iu').exec(line);
    if (found) return found[0];
  }
  return undefined;
}

/** Two digits mean a year from 1970 to 2069. */
const hasShortForm = (year: string): boolean => Number(year) >= 1970 && Number(year) <= 2069;

/** `3 avril 2026`, `3rd of April, 2026`, `April 3, 2026`, `2026. április 3.`; at most one short word may separate two parts. */
function withNames(month: number, d: string, y: string): readonly string[] {
  const name = `(?:${monthNames(month).join('|')})\\.?`;
  const day = `${d}(?:st|nd|rd|th|er|º|ª|°|a|e|o)?`;
  const between = String.raw`[\s.,/'-]*(?:\p{L}{1,4}\.?[\s.,/'-]+)?`;
  return [
    [day, name, y],
    [name, day, y],
    [y, name, day],
  ].map((parts) => parts.join(between));
}

const names = new Map<number, readonly string[]>();

function monthNames(month: number): readonly string[] {
  const found =
    names.get(month) ?? [...new Set(languages.flatMap((language) => spellings(language, month)))].toSorted((a, b) => b.length - a.length);
  names.set(month, found);
  return found;
}

/** Long and short forms, with and without accents, and the first three or four letters, which people use as abbreviations. */
function spellings(language: string, month: number): readonly string[] {
  const forms = (['long', 'short'] as const).flatMap((form) => {
    const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: form, timeZone: 'UTC' }).formatToParts(
      Date.UTC(2026, month - 1, 3),
    );
    return parts.filter(({ type }) => type === 'month').map(({ value }) => value.replace(/[.\s]+$/, ''));
  });
  return forms.filter((form) => /\p{L}/u.test(form)).flatMap((form) => [form, unaccented(form), form.slice(0, 3), form.slice(0, 4)]);
}

const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * The piece of a text that prints a number, with its sign; undefined where there is none. Digits can mean several numbers (`1.234` is 1234
 * and 1.234), and any of them counts as a match, because the text alone cannot tell which one is meant.
 */
function numberIn(text: string, value: number): string | undefined {
  const line = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2014\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc\u2032`´]/g, "'");
  const prints = numbersIn(line, value);
  return (prints.find(({ digits }) => Number(digits) === Math.abs(value)) ?? prints.find((print) => isHundredth(print, value)))?.printed;
}

interface NumberMeaning {
  readonly printed: string;
  /** One meaning of the digits without their sign, as a plain decimal. */
  readonly digits: string;
}

/** A rate printed in percent can mean its hundredth. */
const isHundredth = ({ printed, digits }: NumberMeaning, value: number): boolean =>
  printed.endsWith('%') && Number(`${digits}e-2`) === Math.abs(value);

/** Every number of a line that has the sign of the value, once for each of its meanings. */
const numbersIn = (line: string, value: number): readonly NumberMeaning[] =>
  [...line.matchAll(/[.,]?\d+(?:[.,' ]\d+)*/g)].flatMap(({ 0: stretch, index }) =>
    partsOf(stretch).flatMap(({ piece, at }) => {
      const span = { line, from: index + at, to: index + at + piece.length };
      const printed = isWhole(span) ? signed(span, value) : undefined;
      return printed === undefined ? [] : meaningsOf(piece).map((digits) => ({ printed, digits }));
    }),
  );

/** A part of a line, by character positions; the end is exclusive. */
interface LineSpan {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

/** The whole stretch and, where it has spaces, every part between two of them: `2 1 500,00` contains 2, 1500.00 and 500.00. */
function partsOf(stretch: string): readonly { readonly piece: string; readonly at: number }[] {
  const ends = [...stretch.matchAll(/ |$/g)].map(({ index }) => index);
  const starts = [0, ...ends.slice(0, -1).map((end) => end + 1)];
  return starts.flatMap((at, first) => ends.slice(first).map((end) => ({ piece: stretch.slice(at, end), at })));
}

/** Digits joined to others by a hyphen, slash or colon are part of a date, a time or a code. */
const isWhole = ({ line, from, to }: LineSpan): boolean => !/\d[-/:]$/.test(line.slice(0, from)) && !/^[-/:]\d/.test(line.slice(to));

/** The numbers that the digits can mean without their sign, as plain decimals. */
function meaningsOf(piece: string): readonly string[] {
  const [, whole = '', mark, decimals = ''] = /^(.*?)(?:([.,])(\d+))?$/.exec(piece) ?? [];
  const asDecimal = mark !== undefined && !whole.includes(mark) && (whole === '' || isGrouped(whole)) ? [`${bare(whole)}.${decimals}`] : [];
  return isGrouped(piece) ? [bare(piece), ...asDecimal] : asDecimal;
}

/** Groups of three or Indian groups with one kind of mark (`1.234.567`, `12 345`, `12,34,567`), or digits without any mark. */
const isGrouped = (piece: string): boolean => /^(?:\d+|\d{1,3}([.,' ])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/.test(piece);
const bare = (digits: string): string => digits.replace(/\D/g, '') || '0';

const currencyMark = String.raw`(?:\p{Sc}|\p{Lu}{3}|\p{L}{1,3}\.?)?`;
const minusBefore = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:-|\() ?${currencyMark} ?$`, 'u');
const minusAfter = new RegExp(String.raw`^(?:-(?!\d)(?!-)| ?${currencyMark}-(?!\w)| CR\b|CR\b| ?${currencyMark} ?\))`, 'u');
const detached = /^ -(?!\S)/;

/** The number with its sign and percent sign; undefined where the sign differs from the value's. A detached minus can also be a dash. */
function signed({ line, from, to }: LineSpan, value: number): string | undefined {
  const [before, after] = [line.slice(0, from), line.slice(to)];
  const digits = line.slice(from, to);
  const percent = /^ ?%/.exec(after)?.[0] ?? '';
  const minus = minusBefore.test(before) || minusAfter.test(after.slice(percent.length));
  if (value >= 0 && (!minus || value === 0)) return digits + percent;
  return value < 0 && (minus || detached.test(after)) ? `-${digits}${percent}` : undefined;
}
