import type { Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type DateOrder, monthsNamed } from './dates.js';
import { fold } from './normalise.js';

/** A day that is printed without its year, or as six digits: `12/16`, `16.12.`, `16 Dec`, `251216`. */
export interface ShortDate {
  /** The index of its first word, and the index after its last. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Each [month, day] that it can mean; the one with the day first comes first. */
  readonly days: readonly MonthDay[];
  /** Whether it has a part above 12 that tells which one the day is. */
  readonly order: DateOrder | undefined;
  /** As printed, of six digits; else the year follows from the document. */
  readonly year: number | undefined;
}

type MonthDay = readonly [month: number, day: number];

/** The days without a year in a row, which statements print in their tables. What is a full date is found here, too. */
export const shortDatesAmong = memoizeByObject((words: readonly Word[]): readonly ShortDate[] =>
  words.flatMap((word, at): readonly ShortDate[] => {
    const text = bare(word.text);
    if (!/\d/.test(text) && monthsNamed(text.replace(/\.$/, '')).length === 0) return [];
    const one = inOneWord(text);
    if (one) return [{ from: at, to: at + 1, text: word.text, ...one }];
    const last = joints.has(bare(words[at + 1]?.text ?? '')) ? at + 2 : at + 1;
    const two = named(text, bare(words[last]?.text ?? ''));
    const printed = words.slice(at, last + 1).map((one) => one.text);
    return two.length > 0 ? [{ from: at, to: last + 1, text: printed.join(' '), ...sure(two) }] : [];
  }),
);

/** Between a day and its month: `12 de noviembre`. */
const joints = new Set(['de', 'di', 'of']);

/** Without brackets and the marks that end a phrase. A full stop is a part of `16.12.`. */
const bare = (text: string): string => fold(text).replace(/^[([]+|[)\],;:]+$/g, '');

function inOneWord(text: string): Pick<ShortDate, 'days' | 'order' | 'year'> | undefined {
  const [, first = '', separator = '', second = '', end = ''] = /^(\d{1,2})([/.-])(\d{1,2})(\.?)$/.exec(text) ?? [];
  if (separator === '/' || (separator === '-' && first.length + second.length === 4)) return inDigits(Number(first), Number(second));
  if (separator === '.' && (end === '.' || first.length + second.length === 4)) return sure(possible([Number(second), Number(first)]));
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const compact = year === undefined ? [] : possible([Number(month), Number(day)]);
  if (compact.length > 0) return { ...sure(compact), year: 2000 + Number(year) };
  const [, day2 = '', month2 = ''] = /^(\d{1,2})-?(\p{L}{3,})$/u.exec(text) ?? [];
  const found = day2 === '' ? [] : named(day2, month2);
  return found.length > 0 ? sure(found) : undefined;
}

function inDigits(first: number, second: number): Pick<ShortDate, 'days' | 'order' | 'year'> | undefined {
  const [dayFirst, monthFirst] = [possible([second, first]), possible([first, second])];
  const days = first === second ? dayFirst : [...dayFirst, ...monthFirst];
  if (days.length === 0) return undefined;
  return { days, order: dayFirst.length === 0 ? 'month-first' : monthFirst.length === 0 ? 'day-first' : undefined, year: undefined };
}

const sure = (days: readonly MonthDay[]) => ({ days, order: undefined, year: undefined });

/** `16 Dec` and `Dec 16`; the name of a month may be that of two. */
function named(one: string, other: string): readonly MonthDay[] {
  const [day, month] = /^\d/.test(one) ? [one, other] : [other, one];
  const [, digits] = /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?$/.exec(day) ?? [];
  return digits === undefined ? [] : monthsNamed(month.replace(/\.$/, '')).flatMap((number) => possible([number, Number(digits)]));
}

/** The days of the months, of February in a leap year. */
const lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const possible = ([month, day]: MonthDay): readonly MonthDay[] =>
  month >= 1 && month <= 12 && day >= 1 && day <= (lengths[month - 1] ?? 0) ? [[month, day]] : [];
