import type { ComparedValue, Way } from './ways.js';

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
export function curveOf(values: readonly ComparedValue[], way: Way): readonly CurvePoint[] {
  const levels = [...Map.groupBy(values, ({ scores }) => scores[way])].sort(([a], [b]) => b - a);
  const all = massOf(values, true);
  let [right, wrong] = [0, 0];
  return levels.map(([score, members]) => {
    right += massOf(members, true);
    wrong += massOf(members, false);
    return { score, kept: right / all, right, wrong };
  });
}

const massOf = (values: readonly ComparedValue[], right: boolean): number =>
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
