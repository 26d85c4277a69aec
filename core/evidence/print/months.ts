import { once } from '../../values/memoize.js';
import calendar from './calendar-names.json' with { type: 'json' };
import { fold } from './normalise.js';

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
