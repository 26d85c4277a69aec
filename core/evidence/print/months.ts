import { fold } from './normalise.js';

/**
 * The months a word can name, 1 to 12: 'März' → [3], 'lis' → [11, 10], for it is November in Polish and October in Croatian; none for other words.
 * Accents and case do not matter, and a dot at the end must be off.
 */
export const monthsNamed = (word: string): readonly number[] => names().months.get(plain(word)) ?? [];

/** True for the long and short names of weekdays: 'Friday', 'vend', 'segunda-feira'. */
export const isWeekday = (word: string): boolean => names().weekdays.has(plain(word));

const languages = ['en', 'de', 'de-AT', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hr', 'ro', 'hu', 'ar'];

/** Short forms that are printed, but that Unicode's locale data does not list. */
const others: Readonly<Record<string, number>> = { mrz: 3, sept: 9, okt: 10, out: 10, dez: 12, des: 12 };

interface Names {
  readonly months: ReadonlyMap<string, readonly number[]>;
  readonly weekdays: ReadonlySet<string>;
}

let memo: Names | undefined;

/** Names as they are written beside a day, which is the genitive in some languages; made once, when a date is first met. */
function names(): Names {
  memo ??= collect();
  return memo;
}

function collect(): Names {
  const months = new Map(Object.entries(others).map(([name, month]) => [name, [month]]));
  const weekdays = new Set<string>();
  for (const language of languages) {
    for (const width of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday: width, day: 'numeric', month: width, year: 'numeric', timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const name = partOf(format, new Date(Date.UTC(2024, month - 1, 15)), 'month');
        if (/^\p{L}+$/u.test(name)) months.set(name, [...new Set([...(months.get(name) ?? []), month])]);
      }
      const alone = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
      for (let day = 1; day <= 7; day++) {
        for (const form of [format, alone]) weekdays.add(partOf(form, new Date(Date.UTC(2024, 0, day)), 'weekday'));
      }
    }
  }
  return { months, weekdays };
}

const partOf = (format: Intl.DateTimeFormat, date: Date, type: 'month' | 'weekday'): string =>
  plain(format.formatToParts(date).find((part) => part.type === type)?.value ?? '').replace(/\.$/, '');

const plain = (word: string): string => fold(word).normalize('NFD').replace(/\p{M}/gu, '');
