import { Decimal as DecimalClass } from 'decimal.js';
import { type Decimal, type Unknown, unknown } from '../contracts/amount.js';
import type { Json } from '../contracts/schema.js';

/** @throws Error when the text is not a plain decimal number such as `-1234.56`. */
export const decimal = (value: number | string): Decimal => new DecimalClass(value);

/** The exact amount a JSON value holds, in major units. Anything but a finite number is unknown: null is not zero. */
export const amount = (value: Json | undefined): Decimal | Unknown =>
  typeof value === 'number' && Number.isFinite(value) ? decimal(value) : unknown;

/** Whether a value is an amount that rules can calculate with; a plain number is not. */
export const isAmount = (value: unknown): value is Decimal | Unknown => value === unknown || DecimalClass.isDecimal(value);

/** The rows of an array of objects; none for anything else. */
export const rows = (value: Json | undefined): readonly Readonly<Record<string, Json>>[] =>
  Array.isArray(value)
    ? value.filter((row): row is Readonly<Record<string, Json>> => typeof row === 'object' && row !== null && !Array.isArray(row))
    : [];

export const plus = (...terms: readonly (Decimal | Unknown)[]): Decimal | Unknown => fold(terms, (a, b) => a.plus(b), decimal(0));
export const times = (...factors: readonly (Decimal | Unknown)[]): Decimal | Unknown => fold(factors, (a, b) => a.times(b), decimal(1));
export const minus = (from: Decimal | Unknown, ...less: readonly (Decimal | Unknown)[]): Decimal | Unknown =>
  less.reduce((left: Decimal | Unknown, right) => (left === unknown || right === unknown ? unknown : left.minus(right)), from);

function fold(values: readonly (Decimal | Unknown)[], combine: (a: Decimal, b: Decimal) => Decimal, start: Decimal): Decimal | Unknown {
  return values.reduce((left: Decimal | Unknown, right) => (left === unknown || right === unknown ? unknown : combine(left, right)), start);
}

/** Currencies whose minor unit is not a hundredth. Source: ISO 4217 list one. */
const minorDigits = new Map(Object.entries({
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
})); // biome-ignore format: a table

/** The smallest amount of a currency, in major units: 0.01 for EUR and where the currency is unknown, 1 for JPY. */
export const minorUnit = (currency?: string): Decimal => decimal(10).pow(-(minorDigits.get(currency ?? '') ?? 2));

/** The allowed `|expected - actual|`: one minor unit, or half a unit for every separately rounded amount in the sum, at most 1.00. */
export function tolerance(terms: number, unit: Decimal): Decimal {
  const grown = unit.times(terms).div(2);
  const most = unit.gt(1) ? unit : decimal(1);
  return grown.gt(most) ? most : grown.gt(unit) ? grown : unit;
}
