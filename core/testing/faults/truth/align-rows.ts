import type { Json } from '../../../index.js';
import { agreement } from './agrees.js';
import { type LineField, lineFields, type Stated } from './truth-file.js';

export type TruthRow = Readonly<Partial<Record<LineField, Stated>>>;
export type AnswerRow = Readonly<Record<string, Json>>;

/** Indices of a true row and the answered row paired with it; a row without a counterpart is missing or invented. */
export interface Pair {
  readonly truth: number | null;
  readonly answer: number | null;
}

/** Weight of an agreeing cell. Any pairing has some weight, so that a misread row counts as wrong, not as missing and invented. */
const weights: Readonly<Record<LineField, number>> = { description: 20, amount: 20, quantity: 5, unit_price: 5 };
const pairing = 1;

/** Pairs rows without crossing, so that the agreeing cells have the greatest total weight. */
export const alignRows = (truth: readonly TruthRow[], answer: readonly AnswerRow[]): readonly Pair[] => pairRows(truth, answer, likeness);

/** Pairs rows without crossing, so that their likeness is the greatest in total; it must be above 0. */
export function pairRows<Truth, Answer>(
  truth: readonly Truth[],
  answer: readonly Answer[],
  likeness: (truth: Truth | undefined, answer: Answer | undefined) => number,
): readonly Pair[] {
  const best = table(truth, answer, likeness);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < truth.length || j < answer.length) {
    const here = at(best, i, j);
    if (i < truth.length && j < answer.length && here === at(best, i + 1, j + 1) + likeness(truth[i], answer[j])) {
      pairs.push({ truth: i++, answer: j++ });
    } else if (i < truth.length && here === at(best, i + 1, j)) pairs.push({ truth: i++, answer: null });
    else pairs.push({ truth: null, answer: j++ });
  }
  return pairs;
}

/** best[i][j] is the greatest agreement of rows from i and from j on. Source: Needleman and Wunsch (1970), without gap cost. */
function table<Truth, Answer>(
  truth: readonly Truth[],
  answer: readonly Answer[],
  likeness: (truth: Truth | undefined, answer: Answer | undefined) => number,
): readonly (readonly number[])[] {
  const best = Array.from({ length: truth.length + 1 }, () => new Array<number>(answer.length + 1).fill(0));
  for (let i = truth.length - 1; i >= 0; i--) {
    const row = best[i] ?? [];
    for (let j = answer.length - 1; j >= 0; j--) {
      row[j] = Math.max(at(best, i + 1, j + 1) + likeness(truth[i], answer[j]), at(best, i + 1, j), at(best, i, j + 1));
    }
  }
  return best;
}

const at = (best: readonly (readonly number[])[], i: number, j: number): number => best[i]?.[j] ?? 0;

function likeness(truth: TruthRow = {}, answer: AnswerRow = {}): number {
  const agreeing = lineFields.filter((field) => {
    const stated = truth[field];
    return stated !== undefined && agreement(field, stated, answer[field] ?? null) !== 'none';
  });
  return agreeing.reduce((sum, field) => sum + weights[field], pairing);
}
