import { type Decimal, type Unknown, unknown } from '../contracts/amount.js';
import type { Concept } from '../contracts/concept.js';
import type { Operand } from '../contracts/rule.js';
import { decimal, plus } from './money.js';

/** An amount that is added to or taken off a sum, with its sign as it enters. */
export interface Adjustment {
  readonly operand: Operand;
  readonly amount: Decimal | Unknown;
}

export interface Reconciled {
  /** The base with the adjustments that were used. */
  readonly expected: Decimal | Unknown;
  readonly used: readonly Adjustment[];
}

/** Discounts and the like are taken off whatever sign they are printed with. */
export const takenOff = (operand: Operand): Adjustment => ({
  operand,
  amount: operand.value === unknown ? unknown : operand.value.abs().neg(),
});
/** Charges are added as they are printed. */
export const added = (operand: Operand): Adjustment => ({ operand, amount: operand.value });

/**
 * The first way in which a sum comes out: with all that the caller's schema states, as it stands, or with one or two of the adjustments.
 * Where none comes out, what the schema states still counts.
 */
export function reconcile(
  base: Decimal | Unknown,
  adjustments: readonly Adjustment[],
  holds: (expected: Decimal | Unknown) => boolean,
): Reconciled {
  if (base === unknown) return { expected: unknown, used: [] };
  const stated = adjustments.filter((adjustment) => adjustment.operand.origin === 'schema');
  const ways = [stated, [], ...adjustments.map((one) => [one]), ...pairs(adjustments)];
  const tried = ways.map((used): Reconciled => ({ expected: total(base, used), used }));
  return tried.find(({ expected }) => holds(expected)) ?? { expected: total(base, stated), used: stated };
}

/**
 * The way that the page prints from a sum to the next, where all its steps are of the given concepts, or are printed with a minus and nothing
 * says what they are: any other step without a label may be a row that nobody read, and a sum or a payment is no adjustment.
 */
export function reconcilePrinted(
  from: Decimal | Unknown,
  steps: readonly Operand[] | undefined,
  concepts: readonly Concept[],
): Reconciled | undefined {
  const isStep = ({ field, label, value }: Operand): boolean =>
    concepts.some((concept) => concept === field) ||
    (value !== unknown && value.isNegative() && (label === undefined || field === 'other_amount'));
  if (!steps?.every(isStep)) return undefined;
  const used = steps.map(added);
  return { expected: plus(from, ...used.map(({ amount }) => amount)), used };
}

/** For an issue: what was needed besides the plain sum. */
export const listed = (used: readonly Adjustment[]): string =>
  used
    .map(({ operand, amount }) => `${operand.label ?? operand.field} ${amount === unknown ? 'unknown' : amount.toString()}`)
    .join(' and ');

const total = (base: Decimal, used: readonly Adjustment[]): Decimal | Unknown =>
  used.reduce(
    (sum: Decimal | Unknown, { amount }) => (sum === unknown || amount === unknown ? unknown : sum.plus(amount)),
    base.plus(decimal(0)),
  );

const maxPaired = 12;
const pairs = (adjustments: readonly Adjustment[]): readonly Adjustment[][] => {
  const few = adjustments.slice(0, maxPaired);
  return few.flatMap((first, index) => few.slice(index + 1).map((second) => [first, second]));
};
