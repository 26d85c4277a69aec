import type { Prediction } from './learning/sample.js';

/** Predictions of neighbouring scores taken together. */
export interface Bin {
  readonly n: number;
  /** Means, 0..1. */
  readonly score: number;
  readonly right: number;
}

/** Bins of about equal mass, from the lowest score up. */
export const bins = (predictions: readonly Prediction[]): readonly Bin[] =>
  binned(predictions).map((members) => ({
    n: members.length,
    score: average(members.map(({ score }) => score)),
    right: average(members.map(rightness)),
  }));

const most = 15;

/** Equal scores are never parted: their order would be chance. */
function binned(predictions: readonly Prediction[]): readonly (readonly Prediction[])[] {
  const ties = byScore(predictions);
  let before = 0;
  const numbers = ties.map(({ length }) => {
    const middle = (before + length / 2) / predictions.length;
    before += length;
    return Math.floor(middle * most);
  });
  const grouped = Map.groupBy(ties.keys(), (index) => numbers[index]);
  return [...grouped.values()].map((indices) => indices.flatMap((index) => ties[index] ?? []));
}

/** Expected calibration error: how far score and rate lie apart, over the bins. Source: Guo et al., ICML 2017; 15 bins of equal mass. */
export const calibrationError = (predictions: readonly Prediction[]): number =>
  sum(bins(predictions).map(({ n, score, right }) => n * Math.abs(score - right))) / Math.max(1, predictions.length);

/**
 * The calibration error that true probabilities would show on so many groups: the mean of a normal distribution's absolute value, bin by
 * bin, where the values of one group go wrong together and groups by themselves.
 */
export function chanceError(predictions: readonly Prediction[]): number {
  const spreads = binned(predictions).map((members) => {
    const groups = [...Map.groupBy(members, ({ group }) => group).values()];
    return Math.sqrt(sum(groups.map((group) => sum(group.map((one) => rightness(one) - one.score)) ** 2)));
  });
  return (Math.sqrt(2 / Math.PI) * sum(spreads)) / Math.max(1, predictions.length);
}

/** Mean squared distance of score and fact. Source: Brier, Monthly Weather Review 78 (1950). */
export const brier = (predictions: readonly Prediction[]): number => average(predictions.map((one) => (one.score - rightness(one)) ** 2));

/** The chance that a right value scores above a wrong one, a tie counting half; null where there are not both. Source: Mann and Whitney (1947). */
export function rankingQuality(predictions: readonly Prediction[]): number | null {
  const [right, wrong] = [true, false].map((wanted) => predictions.filter((one) => one.right === wanted).length);
  if (!right || !wrong) return null;
  let below = 0;
  let won = 0;
  for (const members of byScore(predictions)) {
    const rightHere = members.filter((one) => one.right).length;
    won += rightHere * (below + (members.length - rightHere) / 2);
    below += members.length - rightHere;
  }
  return won / (right * wrong);
}

/** A point of the curve: accepting the surest share of the values, so many of them are wrong. */
export interface RiskPoint {
  /** The score from which on values are accepted. */
  readonly score: number;
  /** Shares, 0..1. */
  readonly coverage: number;
  readonly risk: number;
}

/** One point for each score that occurs, from the highest down. */
export function riskCurve(predictions: readonly Prediction[]): readonly RiskPoint[] {
  let accepted = 0;
  let wrong = 0;
  return byScore(predictions)
    .reverse()
    .map((members) => {
      accepted += members.length;
      wrong += members.filter(({ right }) => !right).length;
      return { score: members[0]?.score ?? 0, coverage: accepted / predictions.length, risk: wrong / accepted };
    });
}

/** The mean risk over all coverages; among equal scores in the order of chance. Source: AURC, Geifman et al., ICLR 2019. */
export function riskArea(predictions: readonly Prediction[]): number {
  let [accepted, wrong, area] = [0, 0, 0];
  for (const members of byScore(predictions).reverse()) {
    const rate = average(members.map((one) => 1 - rightness(one)));
    for (const _ of members) {
      accepted += 1;
      wrong += rate;
      area += wrong / accepted;
    }
  }
  return area / Math.max(1, predictions.length);
}

/** What somebody takes on trust who accepts from a score on. */
export const acceptedAt = (
  predictions: readonly Prediction[],
  threshold: number,
): { readonly accepted: number; readonly wrong: number } => {
  const accepted = predictions.filter(({ score }) => score >= threshold);
  return { accepted: accepted.length, wrong: accepted.filter(({ right }) => !right).length };
};

/** Those of equal score together, from the lowest up. */
const byScore = (predictions: readonly Prediction[]): Prediction[][] =>
  [...Map.groupBy(predictions, ({ score }) => score)].sort(([a], [b]) => a - b).map(([, members]) => members);

const rightness = ({ right }: Prediction): number => Number(right);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const average = (numbers: readonly number[]): number => sum(numbers) / Math.max(1, numbers.length);
