import { memoize } from '../../values/memoize.js';
import type { DateOrder } from '../print/dates.js';
import { type ShortDate, shortDatesAmong } from '../print/short-dates.js';
import type { Row, Spot } from './page-index.js';

/** What a document says of its days. */
interface DatedDocument {
  readonly rows: readonly Row[];
  /** Its dates with their years. */
  readonly dates: readonly Spot<string>[];
  /** Which part of its dates is the day, where that is known. */
  readonly order: DateOrder | undefined;
}

/**
 * The days that are printed without a year, with each year that they can have: one in which they are no farther from a date of the document than a
 * quarter, as those of a statement are from its period; in one row with a date, as in `1.1. - 31.12.2025`, its year.
 */
export function daysWithoutYear({ rows, dates, order }: DatedDocument): readonly Spot<string>[] {
  const known = [...new Set(dates.flatMap(({ readings }) => readings))].slice(0, maxDays).map(dayNumber);
  const years = [...new Set(known.map((day) => new Date(day * msOfDay).getUTCFullYear()))];
  const near = new Set([...years.map((year) => year - 1), ...years, ...years.map((year) => year + 1)]);
  const daysNear = memoize((day: string): readonly string[] =>
    [...near].map((year) => `${year}-${day}`).filter((one) => known.some((other) => Math.abs(dayNumber(one) - other) <= maxDistance)),
  );
  const inRows = Map.groupBy(dates, (spot) => spot.order);
  const found = rows.map((row, at) =>
    shortDatesAmong(row.words).filter((date) => !inRows.get(at)?.some((spot) => spot.from < date.to && date.from < spot.to)),
  );
  const orders = new Set(found.flat().flatMap((date) => date.order ?? []));
  const shown = order ?? (orders.size === 1 ? [...orders][0] : undefined);
  return rows.flatMap((row, at) => (found[at] ?? []).flatMap((date) => spotOf(date, row, at)));

  /** The year with which the next line begins. */
  function yearBelow({ to }: ShortDate, at: number): number | undefined {
    const [row, next] = [rows[at], rows[at + 1]];
    const isLast = row?.words.slice(to).every(({ text }) => /^(?:de|of|di|,)$/.test(text));
    const [, year] = isLast && next?.page === row?.page ? (/^((?:19|20)\d\d)[.,;:)]*$/.exec(next?.words[0]?.text ?? '') ?? []) : [];
    return year === undefined ? undefined : Number(year);
  }

  function spotOf(date: ShortDate, row: Row, at: number): readonly Spot<string>[] {
    const year = date.year ?? yearBelow(date, at);
    const beside = inRows.get(at)?.find(({ from }) => from >= date.to)?.readings[0];
    const readings = inOrder(date, shown).flatMap((day) => {
      if (year !== undefined) return [iso(year, day)];
      if (beside !== undefined) return [beforeOf(beside, day)];
      return daysNear(monthDay(day));
    });
    if (readings.length === 0) return [];
    const { from, to, text } = date;
    return [{ row, order: at, from, to, text, readings, duration: false, percent: false, currency: undefined, decimals: 0 }];
  }
}

/** More dates than these tell no other year. */
const maxDays = 100;
/** In days: a quarter, and a week in which it is written. */
const maxDistance = 100;

const inOrder = ({ days }: ShortDate, order: DateOrder | undefined): ShortDate['days'] =>
  days.length < 2 || order === undefined ? days : [order === 'day-first' ? days[0] : days[1]].flatMap((day) => (day ? [day] : []));

const monthDay = (parts: readonly [month: number, day: number]): string => parts.map((part) => String(part).padStart(2, '0')).join('-');

const iso = (year: number, day: readonly [number, number]): string => `${year}-${monthDay(day)}`;

/** The last such day that is not after another one. */
function beforeOf(last: string, day: readonly [number, number]): string {
  const year = Number(last.slice(0, 4));
  return iso(year, day) <= last ? iso(year, day) : iso(year - 1, day);
}

const msOfDay = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / msOfDay;
