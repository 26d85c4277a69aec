import { type Decimal, type Unknown, unknown } from '../contracts/amount.js';
import type { Concept } from '../contracts/concept.js';
import type { Operand } from '../contracts/rule.js';
import { decimal, plus } from './money.js';

/** An amount that is added to a sum; it is negative if it is subtracted. */
export interface Adjustment {
  readonly operand: Operand;
  readonly amount: Decimal | Unknown;
}

export interface Reconciled {
  /** The base plus the adjustments that were used. */
  readonly expected: Decimal | Unknown;
  readonly used: readonly Adjustment[];
}

/** Discounts and the like are subtracted, whatever sign they are printed with. */
export const takenOff = (operand: Operand): Adjustment => ({
  operand,
  amount: operand.value === unknown ? unknown : operand.value.abs().neg(),
});
/** Charges are added as they are printed. */
export const added = (operand: Operand): Adjustment => ({ operand, amount: operand.value });

/**
 * The first combination that makes a sum hold: all adjustments that the caller's schema states, none, or one or two of them. If none holds,
 * the stated adjustments count.
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
 * The printed steps from one sum to the next, if all of them are of the given concepts, are unlabelled negative amounts, or round the last sum
 * for payment in cash. `mostUnknown` of them may have words beside them that no lexicon knows. Any other step without a label may be a row
 * that nobody read, and a sum or a payment is not an adjustment.
 */
export function reconcilePrinted(
  from: Decimal | Unknown,
  steps: readonly Operand[] | undefined,
  { concepts, mostUnknown = 0 }: StepRules,
): Reconciled | undefined {
  const isStep = ({ field, label, value }: Operand): boolean =>
    concepts.some((concept) => concept === field) ||
    (value !== unknown && value.isNegative() && (label === undefined || field === 'other_amount'));
  if (!steps) return undefined;
  const used = steps.map(added);
  const expected = plus(from, ...used.map(({ amount }) => amount));
  const others = steps.filter((step, at) => !isStep(step) && !(at === steps.length - 1 && roundsInCash(step, expected)));
  return others.length <= mostUnknown && others.every(isInWords) ? { expected, used } : undefined;
}

/** What may stand between two sums. */
interface StepRules {
  readonly concepts: readonly Concept[];
  readonly mostUnknown?: number;
}

/** A step without a known label is called by the words beside it. Fewer letters than these are no words. */
const isInWords = ({ field, label }: Operand): boolean => label === undefined && (field.match(/\p{L}/gu)?.length ?? 0) >= minLetters;
const minLetters = 4;

/** Where cents are not minted, sums are rounded to the next five or ten of them. Source: Swedish rounding, as in MY, NZ, AU, CH, FI, NL. */
const roundsInCash = ({ label, value }: Operand, result: Decimal | Unknown): boolean =>
  label === undefined && value !== unknown && result !== unknown && value.abs().lt('0.05') && result.mod('0.05').isZero();

/** The adjustments in words, for an issue. */
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
