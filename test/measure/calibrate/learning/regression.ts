import { logistic } from '../../../../core/evidence/scoring/weigh.js';

/** One observation: the indices of the coefficients that it has, whether it came true, and how much it counts. */
export interface RegressionRow {
  readonly has: readonly number[];
  readonly true: boolean;
  readonly weight: number;
}

/** A coefficient before any observation: where it is expected, and how many units of information that expectation is worth. */
export interface Expected {
  readonly value: number;
  readonly strength: number;
}

/** More rounds change no coefficient by more than `precise`, in log-odds, on any table that was learned. */
const maxRounds = 200;
const precise = 1e-4;
/** The longest step of one coefficient, in log-odds; a Newton step from afar can overshoot. */
const longestStep = 1;

/**
 * The coefficients of a logistic regression with a normal prior on each: the log-odds of a row are the sum of the coefficients that it has.
 * Cyclic coordinate descent with Newton steps; the objective is convex, so that the order does not matter.
 * Source: Genkin, Lewis and Madigan, "Large-scale Bayesian logistic regression", Technometrics 49 (2007).
 */
export function regress(rows: readonly RegressionRow[], expected: readonly Expected[]): readonly number[] {
  const found = expected.map(({ value }) => value);
  const odds = Float64Array.from(rows, ({ has }) => has.reduce((sum, index) => sum + (found[index] ?? 0), 0));
  const rowsWith: number[][] = expected.map(() => []);
  for (const [at, { has }] of rows.entries()) for (const index of has) rowsWith[index]?.push(at);
  for (let round = 0; round < maxRounds; round += 1) {
    let moved = 0;
    for (const [index, prior] of expected.entries()) {
      const own = rowsWith[index] ?? [];
      const step = newtonStep(own, found[index] ?? 0, prior, { rows, odds });
      found[index] = (found[index] ?? 0) + step;
      for (const at of own) odds[at] = (odds[at] ?? 0) + step;
      moved = Math.max(moved, Math.abs(step));
    }
    if (moved < precise) break;
  }
  return found;
}

interface Fit {
  readonly rows: readonly RegressionRow[];
  readonly odds: Float64Array;
}

function newtonStep(own: readonly number[], value: number, prior: Expected, { rows, odds }: Fit): number {
  let slope = prior.strength * (value - prior.value);
  let curvature = prior.strength;
  for (const at of own) {
    const row = rows[at];
    if (!row) continue;
    const chance = logistic(odds[at] ?? 0);
    slope += row.weight * (chance - Number(row.true));
    curvature += row.weight * chance * (1 - chance);
  }
  const step = curvature === 0 ? 0 : -slope / curvature;
  return Math.max(-longestStep, Math.min(longestStep, step));
}

/** A value and its weight. */
export interface Weighted {
  readonly value: number;
  /** More than 0. */
  readonly weight: number;
}

/**
 * The nearest non-falling values by least squares: neighbours in the wrong order become their weighted mean. Source: pool adjacent
 * violators, Ayer et al., Annals of Mathematical Statistics 26 (1955).
 */
export function monotone(steps: readonly Weighted[]): readonly number[] {
  const blocks: (Weighted & { readonly length: number })[] = [];
  for (const step of steps) {
    let block = { ...step, length: 1 };
    for (let last = blocks.at(-1); last && last.value > block.value; last = blocks.at(-1)) {
      const weight = last.weight + block.weight;
      block = { value: (last.value * last.weight + block.value * block.weight) / weight, weight, length: last.length + block.length };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ value, length }) => new Array<number>(length).fill(value));
}
