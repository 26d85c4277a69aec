import type { Environment } from '@marcbachmann/cel-js';
import { type Decimal, decimal } from '../../../core/index.js';

/** An exact amount in an expression: CEL itself has binary floats only. */
export class Amount {
  constructor(readonly value: Decimal) {}
  toString(): string {
    return this.value.toString();
  }
}

/** A day in an expression, without a time: `YYYY-MM-DD`. */
export class Day {
  constructor(readonly value: string) {}
  toString(): string {
    return this.value;
  }
}

/** An expression that has no value for this document. The message has no text of the document. */
export class NoValue extends Error {
  override readonly name = 'NoValue';
}

const dayMs = 86_400_000;

/** @throws NoValue for what is no day of the calendar, written `YYYY-MM-DD` */
export function dayOf(text: string): Day {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isoDay(Date.parse(text)) === text;
  if (!isDay) throw new NoValue('day() needs a day of the calendar, written YYYY-MM-DD');
  return new Day(text);
}

/** Undefined beyond the years that have four digits. */
function isoDay(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : /^\d{4}-\d{2}-\d{2}(?=T)/.exec(date.toISOString())?.[0];
}

function later(day: Day, days: bigint): Day {
  const then = isoDay(Date.parse(day.value) + Number(days) * dayMs);
  if (then === undefined) throw new NoValue('a day that no calendar has');
  return new Day(then);
}

const between = (one: Day, other: Day): bigint => BigInt(Math.round((Date.parse(one.value) - Date.parse(other.value)) / dayMs));

type Numeric = Amount | bigint | number;

function exact(value: Numeric): Decimal {
  if (value instanceof Amount) return value.value;
  if (typeof value === 'number' && !Number.isFinite(value)) throw new NoValue('a division by zero');
  return decimal(String(value));
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const calculations: Readonly<Record<string, (a: Decimal, b: Decimal) => Decimal>> = {
  '+': (a, b) => a.plus(b),
  '-': (a, b) => a.minus(b),
  '*': (a, b) => a.times(b),
  '/': quotient,
};

function quotient(a: Decimal, b: Decimal): Decimal {
  if (b.isZero()) throw new NoValue('a division by zero');
  return a.div(b);
}

/** Adds amounts and days: amounts are compared and calculated with numbers and each other; `due_date <= issue_date + 30` counts days. */
export function withTypes(environment: Environment): Environment {
  environment.registerType('Amount', { ctor: Amount, fields: {} }).registerType('Day', { ctor: Day, fields: {} });
  for (const other of ['Amount', 'int', 'double']) {
    const pairs = other === 'Amount' ? ['Amount # Amount'] : [`Amount # ${other}`, `${other} # Amount`];
    for (const pair of pairs) {
      for (const [sign, holds] of Object.entries(comparisons))
        environment.registerOperator(pair.replace('#', sign), (a: Numeric, b: Numeric) => holds(exact(a).comparedTo(exact(b))));
      for (const [sign, calculate] of Object.entries(calculations))
        environment.registerOperator(
          `${pair.replace('#', sign)}: Amount`,
          (a: Numeric, b: Numeric) => new Amount(calculate(exact(a), exact(b))),
        );
    }
    environment.registerOperator(`Amount == ${other}`, (a: Numeric, b: Numeric) => exact(a).eq(exact(b)));
  }
  for (const [sign, holds] of Object.entries(comparisons))
    environment.registerOperator(`Day ${sign} Day`, (a: Day, b: Day) => holds(a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  return environment
    .registerOperator('Day == Day', (a: Day, b: Day) => a.value === b.value)
    .registerOperator('Day + int: Day', later)
    .registerOperator('Day - int: Day', (day: Day, days: bigint) => later(day, -days))
    .registerOperator('Day - Day: int', between)
    .registerFunction('day(string): Day', dayOf)
    .registerFunction('today(): Day', () => new Day(new Date().toISOString().slice(0, 10)));
}
