import { memoizeByObject } from '../../values/memoize.js';
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
const moment = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Whether a value is a day with a time of day, ISO 8601. */
export const isMoment = (text: string): boolean => moment.test(text);

/** Whether a printed day has this time beside it: between the other days of its row, or in the next row where that has no day. */
export function hasTimeBeside(day: Span, time: string, index: DocumentIndex): boolean {
  const { words } = day.row;
  const others = index.datesIn(day.order).filter(({ to, from }) => to <= day.from || from >= day.to);
  const from = Math.max(0, ...others.filter(({ to }) => to <= day.from).map(({ to }) => to));
  const to = Math.min(words.length, ...others.filter((other) => other.from >= day.to).map((other) => other.from));
  const text = (a: number, b: number): string =>
    words
      .slice(a, b)
      .map((word) => word.text)
      .join(' ');
  const beside = [...timesOf(text(day.to, to)), ...timesOf(text(from, day.from))];
  if (beside.length > 0) return beside.includes(time);
  const next = index.rows[day.order + 1];
  return next?.page === day.row.page && index.datesIn(day.order + 1).length === 0 && timesIn(next).includes(time);
}

/** Whether a document prints a time of day anywhere. */
export const printsTime = (time: string, index: DocumentIndex): boolean => index.rows.some((row) => timesIn(row).includes(time));

const timesIn = memoizeByObject(({ text }: Row): readonly string[] => timesOf(text));

/** The times of day in a text, as `HH:MM`: `8:05`, `08.05`, `8h05`, `1:05 PM`. */
const timesOf = (text: string): readonly string[] =>
  [...text.matchAll(printedTime)].flatMap(([, hour = '', minute = '', half = '']) => {
    const twelve = Number(hour) % 12;
    const hours = half === '' ? Number(hour) : twelve + (/^p/i.test(half) ? 12 : 0);
    return hours > 23 || Number(minute) > 59 ? [] : [`${String(hours).padStart(2, '0')}:${minute}`];
  });
const printedTime = /(?<![\d:.,])(\d{1,2})[:.h](\d{2})(?:[:.]\d{2})?(?![\d:]|[.,]\d)\s?([ap]\.?m\b)?/gi;
