import { memoize, once } from '../../values/memoize.js';
import calendar from './calendar-names.json' with { type: 'json' };
import { fold } from './normalise.js';

/** Which of the first two parts of a numeric date is the day. */
export type DateOrder = 'day-first' | 'month-first';

/** How a date of unclear order is printed. Within a document, dates of one style have one order. */
export interface DateStyle {
  readonly separator: '/' | '-' | ' ';
  readonly yearDigits: 2 | 4;
}

/**
 * Every day a printed date can mean, as 'YYYY-MM-DD', day-first reading first: '3.4.2025' → one, '03/04/2025' → two, '31/02/2025' → none. A
 * weekday or time is allowed. Two-digit years below 70 are 20xx; years run from 1900 to 2199. Never throws.
 */
export const datesIn = memoize((printed: string): readonly string[] => {
  if (!/\p{Nd}/u.test(printed)) return [];
  for (const text of spellings(printed)) {
    const days = [...new Set([...inDigits(text), ...withMonthName(text)])];
    if (days.length > 0) return days;
  }
  return [];
});

/** The days that remain once the order of such dates is known. */
export function datesInOrder(printed: string, order: DateOrder | undefined): readonly string[] {
  const days = datesIn(printed);
  if (days.length < 2 || !order || !dateStyleOf(printed)) return days;
  return order === 'day-first' ? days.slice(0, 1) : days.slice(1);
}

/** The style of a numeric date whose order depends on its numbers; undefined for all other dates. */
export function dateStyleOf(printed: string): DateStyle | undefined {
  const parts = ambiguousParts(printed);
  return parts && { separator: parts.separator, yearDigits: parts.year.length === 4 ? 4 : 2 };
}

/**
 * The order that a document's dates show by a part above 12, or by the turn of a year in a row of monthly dates; undefined if none does or if they
 * disagree. With `like`, only dates of that style count.
 */
export function dateOrder(printed: Iterable<string>, like?: DateStyle): DateOrder | undefined {
  const orders = new Set<DateOrder>();
  const before: DateParts<string>[] = [];
  for (const text of printed) {
    const parts = ambiguousParts(text);
    if (!parts || (like && (parts.separator !== like.separator || (parts.year.length === 4 ? 4 : 2) !== like.yearDigits))) continue;
    if (parts.first > 12 && datesIn(text).length === 1) orders.add('day-first');
    if (parts.second > 12 && datesIn(text).length === 1) orders.add('month-first');
    const turned = turnOfYear([...before.slice(-2), parts]);
    if (turned) orders.add(turned);
    before.push(parts);
  }
  return orders.size === 1 ? [...orders][0] : undefined;
}

/** The order in which three dates that follow one another are monthly ones over the turn of a year: `05/11/2025`, `05/12/2025`, `05/01/2026`. */
function turnOfYear([eleventh, twelfth, next]: readonly DateParts<string>[]): DateOrder | undefined {
  if (!eleventh || !twelfth || !next || Number(next.year) !== Number(twelfth.year) + 1) return undefined;
  const isTurn = (month: 'first' | 'second', day: 'first' | 'second'): boolean =>
    [eleventh[month], twelfth[month], next[month]].join() === '11,12,1' && eleventh[day] === twelfth[day] && twelfth[day] === next[day];
  return isTurn('second', 'first') ? 'day-first' : isTurn('first', 'second') ? 'month-first' : undefined;
}

/** Printed dates are never longer; the limit keeps hostile texts cheap. */
const maxDateLength = 80;

/** The spellings to try: as printed, without a final time, and without a weekday at either end. */
function spellings(printed: string): readonly string[] {
  if (printed.length > maxDateLength) return [];
  const text = trim(
    fold(printed)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/ ?([-/.]) ?/g, '$1'),
  );
  const day = trim(text.replace(time, ''));
  return [...new Set([text, day, withoutWeekday(day)])];
}

const trim = (text: string): string => text.replace(/^[\s([|:;,.-]+|[\s)\]|:;,.-]+$/g, '');

/** ' 17:22', 'T17:22:05.123Z', ', 17.22 Uhr', ' at 5:22 PM', ' alle ore 17:22 CET'. */
const time =
  /(?:(?<=\d)t|[ ,.-]+(?:[a-z]{1,4}\.? ?){0,2})(?:\d{1,2}[:h]\d{2}(?::\d{2}(?:[.,]\d+)?)?|(?<=[ l]|kl\.)\d{1,2}\.\d{2}(?:\.\d{2})?) ?(?:[ap]\.?m\.?|[a-z]{1,4})? ?(?:[-+]\d{2}:?\d{2})?$/;

function withoutWeekday(text: string): string {
  const first = /^\p{L}[\p{L}-]*/u.exec(text)?.[0] ?? '';
  const last = /\p{L}[\p{L}-]*$/u.exec(text)?.[0] ?? '';
  return trim(isWeekday(first) ? text.slice(first.length) : isWeekday(last) ? text.slice(0, -last.length) : text);
}

function inDigits(text: string): readonly string[] {
  const [, year, , month, date] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text) ?? withCjkSigns(text);
  if (year && month && date) return realDay(year, Number(month), Number(date));
  const parts = threeParts(text);
  if (!parts) return [];
  const dayFirst = realDay(parts.year, parts.second, parts.first);
  return parts.separator === '.' ? dayFirst : [...dayFirst, ...realDay(parts.year, parts.first, parts.second)];
}

const withCjkSigns = (text: string): readonly (string | undefined)[] => /^(\d{4}) ?(年) ?(\d{1,2}) ?月 ?(\d{1,2}) ?日$/.exec(text) ?? [];

interface DateParts<S> {
  readonly first: number;
  readonly second: number;
  readonly year: string;
  readonly separator: S;
}

function threeParts(text: string): DateParts<string> | undefined {
  const [, first, separator, second, year] = /^(\d{1,2})([-/. ])(\d{1,2})\2'?(\d{4}|\d{2})$/.exec(text) ?? [];
  if (!first || !separator || !second || !year || (separator === ' ' && year.length === 2)) return undefined;
  return { first: Number(first), second: Number(second), year, separator };
}

/** The parts of a numeric date, unless a full stop shows that the day comes first. */
function ambiguousParts(printed: string): DateParts<DateStyle['separator']> | undefined {
  const parts = spellings(printed)
    .map(threeParts)
    .find((found) => found !== undefined);
  if (!parts) return undefined;
  const { separator } = parts;
  return separator === '/' || separator === '-' || separator === ' ' ? { ...parts, separator } : undefined;
}

/** Words that may stand between day, month and year: articles, prepositions, ordinal endings. */
const fillers = new Set('de del of the le el den di vom der am du do dne dnia st nd rd th er e o a ste r roku'.split(' '));

/** Parses dates with a month name. Every word must be known: 'R18-31 vom 03' is not a date. */
function withMonthName(text: string): readonly string[] {
  const parts = (text.match(/\d+|\p{L}+|[^\s.,/'-]/gu) ?? []).filter((part) => !fillers.has(part));
  const [first = '', second = '', third = '', ...more] = parts;
  if (more.length > 0) return [];
  const [day, month, year] = /^\d{4}$/.test(first)
    ? [third, second, first]
    : /^\d/.test(first)
      ? [first, second, third]
      : [second, first, third];
  if (!/^\d{1,2}$/.test(day) || !/^(?:\d{2}|\d{4})$/.test(year)) return [];
  if (year === third && month === first && year.length === 2 && !/\d.*[,'/-]/.test(text)) return [];
  return monthsNamed(month).flatMap((number) => realDay(year, number, Number(day)));
}

/** One ISO day, or none if the calendar does not have it. */
function realDay(printedYear: string, month: number, day: number): readonly string[] {
  const year = Number(printedYear) + (printedYear.length === 4 ? 0 : Number(printedYear) < 70 ? 2000 : 1900);
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return [];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? [date.toISOString().slice(0, 10)] : [];
}

/**
 * The months (1 to 12) that a word can name: 'März' → [3], 'lis' → [11, 10] (Polish November, Croatian October); [] for other words.
 * Accents and case do not matter; a final dot must be removed first.
 */
export const monthsNamed = (word: string): readonly number[] => calendarIndex().months.get(plain(word)) ?? [];

/** Whether a word is the long or short name of a weekday: 'Friday', 'vend', 'segunda-feira'. */
export const isWeekday = (word: string): boolean => calendarIndex().weekdays.has(plain(word));

/** Short forms that are printed but missing from Unicode's locale data. */
const extraShortForms: Readonly<Record<string, number>> = { mrz: 3, sept: 9, okt: 10, out: 10, dez: 12, des: 12 };

interface CalendarIndex {
  readonly months: ReadonlyMap<string, readonly number[]>;
  readonly weekdays: ReadonlySet<string>;
}

/** Built at first use. */
const calendarIndex = once((): CalendarIndex => {
  const months = new Map(Object.entries(extraShortForms).map(([name, month]) => [name, [month]]));
  const all = Object.values(calendar.languages);
  for (const list of all.flatMap((language) => language.months))
    for (const [index, name] of list.split(' ').map(plain).entries())
      months.set(name, [...new Set([...(months.get(name) ?? []), index + 1])]);
  return { months, weekdays: new Set(all.flatMap(({ weekdays }) => weekdays.split(' ').map(plain))) };
});

const plain = (word: string): string => fold(word).normalize('NFD').replace(/\p{M}/gu, '');
