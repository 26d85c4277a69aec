import { memoize } from '../../values/memoize.js';
import type { DateOrder } from '../print/dates.js';
import { fold } from '../print/normalise.js';
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
 * The days that are printed without a year, with each year that they can have: that with which the next line begins; in one row with a date, as in
 * `1.1. - 31.12.2025`, its year; else each that the document names, `calendar year 2025`, and in which they are no farther from a date of it than a
 * quarter, as those of a statement are from its period.
 */
export function daysWithoutYear({ rows, dates, order }: DatedDocument): readonly Spot<string>[] {
  const yearsNear = nearYears(rows, dates);
  const inRows = Map.groupBy(dates, (spot) => spot.order);
  const hasCommas = rows.filter(({ text }) => /\d,\d{2}(?!\d)/.test(text)).length >= someAmounts;
  const isShort = (date: ShortDate, at: number): boolean =>
    (hasCommas || !decimal.test(date.text)) && !inRows.get(at)?.some((spot) => spot.from < date.to && date.from < spot.to);
  const found = rows.map((row, at) => shortDatesAmong(row.words).filter((date) => isShort(date, at)));
  const shown = order ?? orderShown(found.flat());
  return rows.flatMap((row, at) => (found[at] ?? []).flatMap((date) => spotOf(date, row, at)));

  function spotOf(date: ShortDate, row: Row, at: number): readonly Spot<string>[] {
    const year = date.year ?? yearBelow(date, row, rows[at + 1]);
    const beside = inRows.get(at)?.find(({ from }) => from === date.to || from === date.to + 1)?.readings[0];
    const readings = inOrder(date, shown).flatMap((day) => {
      if (year !== undefined) return [iso(year, day)];
      return beside === undefined ? yearsNear(monthDay(day)) : [beforeOf(beside, day)];
    });
    if (readings.length === 0) return [];
    const { from, to, text } = date;
    return [{ row, order: at, from, to, text, readings, duration: false, percent: false, currency: undefined, decimals: 0 }];
  }
}

/** `30.12` is an amount, unless amounts have commas. */
const decimal = /^\d{1,2}\.\d{1,2}$/;
const someAmounts = 3;

/** The ISO days that a month and a day, `12-16`, can be by the dates and the years of a document. */
function nearYears(rows: readonly Row[], dates: readonly Spot<string>[]): (monthDay: string) => readonly string[] {
  const known = [...new Set(dates.flatMap(({ readings }) => readings))].slice(0, maxDays).map(dayNumber);
  const years = known.map((day) => new Date(day * msOfDay).getUTCFullYear());
  const around = new Set(years.flatMap((year) => [year - 1, year, year + 1]));
  const named = new Set(rows.flatMap(({ text }) => yearNamed.exec(fold(text))?.[1] ?? []).map(Number));
  const isNear = (day: string): boolean => known.some((other) => Math.abs(dayNumber(day) - other) <= maxDistance);
  return memoize((day) => [
    ...[...named].map((year) => `${year}-${day}`),
    ...[...around]
      .filter((year) => !named.has(year))
      .map((year) => `${year}-${day}`)
      .filter(isNear),
  ]);
}

/** `Calendar year 2025`, `Kalenderjahr 2025`. */
const yearNamed = /(?:year|jahr|annee|exercice|anno|jaar)\W{1,3}((?:19|20)\d\d)(?![\d-])/;
/** More dates than these tell no other year. */
const maxDays = 100;
/** In days: a quarter, and a week in which it is written. */
const maxDistance = 100;

/** The year with which the next line of a page begins, where a day with the name of its month ends the one before. */
function yearBelow({ to, text }: ShortDate, row: Row, next: Row | undefined): number | undefined {
  const { length } = row.words;
  const isLast = /\p{L}/u.test(text) && (to === length || (to + 1 === length && /^(?:de|of|di|,)$/.test(row.words[to]?.text ?? '')));
  const [, year] = isLast && next?.page === row.page ? (/^((?:19|20)\d\d)[.,;:)]*$/.exec(next.words[0]?.text ?? '') ?? []) : [];
  return year === undefined ? undefined : Number(year);
}

/** The order that two of them show, and none of them denies: one alone may be a page of many, `1/30`. */
function orderShown(dates: readonly ShortDate[]): DateOrder | undefined {
  const [[order, shown] = [undefined, []], ...others] = Map.groupBy(
    dates.filter((date) => date.order !== undefined),
    (date) => date.order,
  );
  return others.length === 0 && shown.length >= 2 ? order : undefined;
}

/** The name of a month may be that of two, whatever the order. */
const inOrder = ({ days, text }: ShortDate, order: DateOrder | undefined): ShortDate['days'] =>
  days.length < 2 || order === undefined || /\p{L}/u.test(text)
    ? days
    : [order === 'day-first' ? days[0] : days[1]].flatMap((day) => (day ? [day] : []));

const monthDay = (parts: readonly [month: number, day: number]): string => parts.map((part) => String(part).padStart(2, '0')).join('-');

const iso = (year: number, day: readonly [number, number]): string => `${year}-${monthDay(day)}`;

/** The last such day that is not after another one. */
function beforeOf(last: string, day: readonly [number, number]): string {
  const year = Number(last.slice(0, 4));
  return iso(year, day) <= last ? iso(year, day) : iso(year - 1, day);
}

const msOfDay = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / msOfDay;
