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

const dayMs = 86_400_000;
const later = (day: Day, days: bigint): Day => new Day(new Date(Date.parse(day.value) + Number(days) * dayMs).toISOString().slice(0, 10));
const between = (one: Day, other: Day): bigint => BigInt(Math.round((Date.parse(one.value) - Date.parse(other.value)) / dayMs));

type Numeric = Amount | bigint | number;
const exact = (value: Numeric): Decimal => (value instanceof Amount ? value.value : decimal(String(value)));

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
  '/': (a, b) => a.div(b),
};

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
    .registerFunction('day(string): Day', (text: string) => new Day(text))
    .registerFunction('today(): Day', () => new Day(new Date().toISOString().slice(0, 10)));
}
