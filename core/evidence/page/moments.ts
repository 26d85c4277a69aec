import type { Decimal } from '../../contracts/amount.js';
import type { Field } from '../../contracts/schema.js';
import { firstWhere } from '../../values/first-where.js';
import { memoizeByObject, memoizeByPair } from '../../values/memoize.js';
import { spelt } from '../labels/concepts/name-words.js';
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
export const printsTime = (time: string, index: DocumentIndex): boolean => timesAt(time, index).length > 0;

/** Where a document prints a time, `HH:MM`. */
export const timesAt = (time: string, index: DocumentIndex, page?: number): readonly Span[] =>
  (placesOfTimes(index).get(time) ?? []).filter(({ row }) => page === undefined || row.page === page);

const placesOfTimes = memoizeByObject((index: DocumentIndex): ReadonlyMap<string, readonly Span[]> => {
  const places = index.rows.flatMap((row, order) => timesInRow(row, order, index));
  return new Map([...Map.groupBy(places, ({ time }) => time)].map(([time, spans]) => [time, spans.map(({ span }) => span)]));
});

interface PlacedTime {
  readonly time: string;
  readonly span: Span;
}

/** The times among the words of a row that are no day: `12.03.26` is no time. */
function timesInRow(row: Row, order: number, index: DocumentIndex): readonly PlacedTime[] {
  const days = index.datesIn(order);
  const words = row.words.map(({ text }, at) => (days.some(({ from, to }) => from <= at && at < to) ? '' : text));
  const text = words.join(' ');
  let next = 0;
  const starts = words.map((word) => {
    const start = next;
    next += word.length + 1;
    return start;
  });
  const wordAt = (place: number): number => firstWhere(starts, (start) => start > place) - 1;
  return timesWithin(text).map(({ time, at, length }) => ({
    time,
    span: { row, order, from: wordAt(at), to: wordAt(at + length - 1) + 1 },
  }));
}

/** The time of day that a text is, however it is written: `6:52`, `06h52`; undefined for any other text, and for `12.50`, which may be a number. */
export function timeWritten(text: string): string | undefined {
  if (/^\d+\.\d+$/.test(text.trim())) return undefined;
  const [only, ...more] = timesWithin(text.trim());
  return only && more.length === 0 && only.length === text.trim().replace(/\.$/, '').length ? only.time : undefined;
}

/** The times of day in a text, as `HH:MM`: `8:05`, `08.05`, `8h05`, `18 h 30`, `1:05 PM`, `14h`, `3 p. m.`. */
export const timesOf = (text: string): readonly string[] => timesWithin(text).map(({ time }) => time);

const timesWithin = (text: string): readonly { readonly time: string; readonly at: number; readonly length: number }[] =>
  [...text.matchAll(printedTime)].flatMap(
    ({ 0: whole, index, groups: { hour = '', minute = '00', half = '', bareHour = '', bareHalf = '' } = {} }) => {
      const [hours, mark] = bareHour === '' ? [Number(hour), half] : [Number(bareHour), bareHalf];
      const isHalf = /^[ap]/i.test(mark);
      const ofDay = isHalf ? (hours % 12) + (/^p/i.test(mark) ? 12 : 0) : hours;
      return ofDay > 23 || Number(minute) > 59
        ? []
        : [{ time: `${String(ofDay).padStart(2, '0')}:${minute}`, at: index, length: whole.length }];
    },
  );
const printedTime =
  /(?<![\d:.,])(?:(?<hour>\d{1,2})(?:[:.]|\s?h\s?)(?<minute>\d{2})(?:[:.]\d{2})?(?![\d:]|[.,]\d)(?:\s?(?<half>[ap])(?:\.?\s?m)?\b)?|(?<bareHour>\d{1,2})\s?(?<bareHalf>[ap]\.?\s?m\b|h\b|uhr\b))/gi;

/** How a length of time is printed by the clock, `0:30` for 30 minutes and for 0.5 hours; undefined where a field names neither. */
export function byTheClock(amount: Decimal, { names }: Pick<Field, 'names'>): string | undefined {
  const words = spelt(names.at(-1) ?? '').split(' ');
  const minutes = words.some((word) => minuteNames.test(word))
    ? amount
    : words.some((word) => hourNames.test(word))
      ? amount.mul(60)
      : undefined;
  if (!minutes?.isInteger() || minutes.isNegative() || minutes.gte(24 * 60)) return undefined;
  const [hour, rest] = [Math.floor(minutes.toNumber() / 60), minutes.toNumber() % 60];
  return [hour, rest].map((part) => String(part).padStart(2, '0')).join(':');
}
const minuteNames = /^(?:mins?|minutes?|minuten|minutos|minuti|minuter|minutter|minuty)$/;
const hourNames = /^(?:hrs?|hours?|stunden|heures?|horas?|ore|uren|timer|timmar|hodiny|godziny)$/;

/** Of several times in one text, `08:00 – 16:00`, a full hour is one of day. */
export const isLength = (time: string, beside: readonly string[]): boolean => beside.length === 1 || !time.endsWith(':00');
