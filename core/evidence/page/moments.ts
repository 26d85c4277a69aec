import { memoizeByObject, memoizeByPair } from '../../values/memoize.js';
import type { DocumentIndex } from './document-index.js';
import type { Row, Span } from './page-index.js';

/**
 * The time of day in an ISO 8601 date-time, as `HH:MM`; undefined where there is none, or midnight, as which programs write a day without a time:
 * `2026-03-12T00:00:00Z`.
 */
export function timeStated(text: string): string | undefined {
  const [, time] = moment.exec(text.trim()) ?? [];
  return time === '00:00' ? undefined : time;
}
const moment = /^\d{4}-\d{2}-\d{2}[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Whether a value is a day with a time of day, ISO 8601. */
export const isMoment = (text: string): boolean => moment.test(text.trim());

/** Whether a date-time says in which zone its time is: the page may print that of another one. */
export const hasZone = (text: string): boolean => moment.exec(text.trim())?.[2] !== undefined;

/** Whether a printed day has this time beside it. */
export const hasTimeBeside = (day: Span, time: string, index: DocumentIndex): boolean => timesBeside(day, index).includes(time);

/** The times of day beside a day: between the other days of its row, or in the next row where that has no day. */
const timesBeside = memoizeByPair((day: Span, index: DocumentIndex): readonly string[] => {
  const { words } = day.row;
  const others = index.datesIn(day.order);
  const from = Math.max(0, ...others.filter(({ to }) => to <= day.from).map(({ to }) => to));
  const to = Math.min(words.length, ...others.filter((other) => other.from >= day.to).map((other) => other.from));
  const text = (begin: number, end: number): string =>
    words
      .slice(begin, end)
      .map((word) => word.text)
      .join(' ');
  const beside = [...timesOf(text(day.to, to)), ...timesOf(text(from, day.from))];
  const next = index.rows[day.order + 1];
  if (beside.length > 0 || next?.page !== day.row.page || index.datesIn(day.order + 1).length > 0) return beside;
  return timesOf(next.text);
});

/** The places of a day by the times beside them; each list is made once, because a table may print one day thousands of times. */
export const byTimeBeside = memoizeByPair((places: readonly Span[], index: DocumentIndex): ReadonlyMap<string, readonly Span[]> => {
  const found = new Map<string, Span[]>();
  for (const place of places)
    for (const time of new Set(timesBeside(place, index))) {
      const known = found.get(time);
      if (known) known.push(place);
      else found.set(time, [place]);
    }
  return found;
});

/** Whether a document prints a time of day anywhere. */
export const printsTime = (time: string, index: DocumentIndex): boolean => timesIn(index).has(time);

const timesIn = memoizeByObject(
  (index: DocumentIndex): ReadonlySet<string> => new Set(index.rows.flatMap((row, order) => timesOf(withoutDays(row, order, index)))),
);

/** The words of a row that are no day: `12.03.26` is no time. */
function withoutDays({ words }: Row, order: number, index: DocumentIndex): string {
  const days = index.datesIn(order);
  return words.flatMap(({ text }, at) => (days.some(({ from, to }) => from <= at && at < to) ? [] : [text])).join(' ');
}

/** The times of day in a text, as `HH:MM`: `8:05`, `08.05`, `8h05`, `1:05 PM`, `14h`, `3 p. m.`. */
const timesOf = (text: string): readonly string[] =>
  [...text.matchAll(printedTime)].flatMap(([, hour = '', minute = '00', half = '', bareHour = '', bareHalf = '']) => {
    const [hours, mark] = bareHour === '' ? [Number(hour), half] : [Number(bareHour), bareHalf];
    const isHalf = /^[ap]/i.test(mark);
    const whole = isHalf ? (hours % 12) + (/^p/i.test(mark) ? 12 : 0) : hours;
    return whole > 23 || Number(minute) > 59 ? [] : [`${String(whole).padStart(2, '0')}:${minute}`];
  });
const printedTime =
  /(?<![\d:.,])(?:(\d{1,2})[:.h](\d{2})(?:[:.]\d{2})?(?![\d:]|[.,]\d)(?:\s?([ap])(?:\.?\s?m)?\b)?|(\d{1,2})\s?([ap]\.?\s?m\b|h\b|uhr\b))/gi;
