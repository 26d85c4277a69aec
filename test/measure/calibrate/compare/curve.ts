import { findingStrengths } from '../../../../core/evidence/scoring/caps.js';
import type { QuoteFinding } from '../../faults/results/baselines.js';
import type { CalibrationSample } from '../learning/sample.js';
import type { RunSample, SaidAlone } from '../read-runs.js';

/** All values from one score on: the share of the right ones that this accepts, and how much is right and wrong of what it accepts. */
export interface CurvePoint {
  readonly score: number;
  /** 0..1 */
  readonly kept: number;
  /** Masses. */
  readonly right: number;
  readonly wrong: number;
}

/** One point for each score that occurs, from the highest down. */
export function curveOf<W extends string>(values: readonly Scored<W>[], way: W): readonly CurvePoint[] {
  const levels = [...Map.groupBy(values, ({ scores }) => scores[way])].sort(([a], [b]) => b - a);
  const all = massOf(values, true);
  let [right, wrong] = [0, 0];
  return levels.map(([score, members]) => {
    right += massOf(members, true);
    wrong += massOf(members, false);
    return { score, kept: right / all, right, wrong };
  });
}

/** A value that is right or wrong, with its score by each way to score it, 0..1, and how much it counts. */
export interface Scored<W extends string> {
  readonly right: boolean;
  readonly weight: number;
  readonly scores: Readonly<Record<W, number>>;
}

const massOf = (values: readonly Scored<string>[], right: boolean): number =>
  values.reduce((sum, value) => (value.right === right ? sum + value.weight : sum), 0);

/** The share of wrong values among all that a point accepts, 0..1. */
export const wrongAmong = ({ right, wrong }: Pick<CurvePoint, 'right' | 'wrong'>): number => (wrong === 0 ? 0 : wrong / (right + wrong));

/** The share of wrong values where this share of the right ones is accepted, 0..1; among values of one score, chance decides. */
export function wrongAt(curve: readonly CurvePoint[], kept: number): number {
  const at = curve.findIndex((point) => point.kept >= kept - 1e-9);
  const [before, point] = [curve[at - 1] ?? { kept: 0, right: 0, wrong: 0 }, curve[at]];
  if (!point) return 1;
  const part = point.kept === before.kept ? 1 : (kept - before.kept) / (point.kept - before.kept);
  const between = (name: 'right' | 'wrong'): number => before[name] + part * (point[name] - before[name]);
  return wrongAmong({ right: between('right'), wrong: between('wrong') });
}

/** The last point that reaches the threshold; undefined where no score does. */
export const atThreshold = (curve: readonly CurvePoint[], threshold: number): CurvePoint | undefined =>
  curve.findLast(({ score }) => score >= threshold);

/** The ways to score a value that are compared, from the plainest to ours. */
export const ways = ["model's own word", 'quote check', 'lowest cap', 'weighing'] as const;
export type Way = (typeof ways)[number];

/** A value of a comparison of all ways. */
export interface ComparedValue extends Scored<Way> {
  readonly source: string;
  /** Whether it was made wrong on purpose. */
  readonly planted: boolean;
  /** Whether it is a cell of a row. */
  readonly cell: boolean;
}

/** The scores of a value without any table, and the given one of a table that has not seen its source. */
export const scoresOf = (sample: RunSample & { readonly alone: SaidAlone }, weighing: number): ComparedValue['scores'] => ({
  "model's own word": findingStrengths[`model.${sample.alone.word}`],
  'quote check': quoteScores[sample.alone.quoted],
  'lowest cap': lowestCap(sample),
  weighing,
});

/** The quote is there, is there in part, or is not. */
const quoteScores: Readonly<Record<QuoteFinding, number>> = { exact: 1, part: 0.5, none: 0 };

/** The strength of the weakest finding, as values were scored before findings were weighed. */
const lowestCap = ({ caps }: CalibrationSample): number =>
  Math.min(...caps.map(({ name, limitedTo = 1 }) => Math.min(findingStrengths[name], limitedTo)));
