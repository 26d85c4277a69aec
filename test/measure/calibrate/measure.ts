import { rankingIn, tallyOf } from '../eval/figures/score-tally.js';
import type { JudgedValue, Prediction } from './learning/sample.js';

/** The values as a reader gave them, without those that were planted. */
export const asRead = <V extends JudgedValue>(values: readonly V[]): readonly V[] => values.filter(({ fault }) => fault === undefined);

/** A bin of predictions with neighbouring scores. */
export interface Bin {
  readonly n: number;
  /** Means, 0..1. */
  readonly score: number;
  readonly right: number;
}

/** Bins of about equal size, from the lowest score up. */
export const bins = (predictions: readonly Prediction[]): readonly Bin[] =>
  binned(predictions).map((members) => ({
    n: members.length,
    score: average(members.map(({ score }) => score)),
    right: average(members.map(rightness)),
  }));

const most = 15;

/** Keeps equal scores together, because their order would be arbitrary. */
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

/** Expected calibration error: the mean distance of score and rate over the bins. Source: Guo et al., ICML 2017; 15 bins of equal mass. */
export const calibrationError = (predictions: readonly Prediction[]): number =>
  sum(bins(predictions).map(({ n, score, right }) => n * Math.abs(score - right))) / Math.max(1, predictions.length);

/**
 * The calibration error that true probabilities would show with so many sources: per bin, the mean absolute value of a normal distribution,
 * where values of one source err together and sources independently.
 */
export function chanceError(predictions: readonly Prediction[]): number {
  const spreads = binned(predictions).map((members) => {
    const sources = [...Map.groupBy(members, ({ source }) => source).values()];
    return Math.sqrt(sum(sources.map((source) => sum(source.map((one) => rightness(one) - one.score)) ** 2)));
  });
  return (Math.sqrt(2 / Math.PI) * sum(spreads)) / Math.max(1, predictions.length);
}

/** Mean squared distance of score and outcome. Source: Brier, Monthly Weather Review 78 (1950). */
export const brier = (predictions: readonly Prediction[]): number => average(predictions.map((one) => (one.score - rightness(one)) ** 2));

/** The probability that a right value scores above a wrong one, ties counting half; null without both. */
export const rankingQuality = (predictions: readonly Ranked[]): number | null => rankingIn(tallyOf(predictions));

type Ranked = Pick<Prediction, 'score' | 'right'>;

/** A point of the risk curve: the error rate when the values of highest score are accepted. */
export interface RiskPoint {
  /** The lowest accepted score. */
  readonly score: number;
  /** Shares, 0..1. */
  readonly coverage: number;
  readonly risk: number;
}

/** One point per score that occurs, from the highest down. */
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

/** The mean risk over all coverages, with ties in random order. Source: AURC, Geifman et al., ICLR 2019. */
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

/** The counts of values accepted at a threshold. */
export const acceptedAt = (
  predictions: readonly Prediction[],
  threshold: number,
): { readonly accepted: number; readonly wrong: number } => {
  const accepted = predictions.filter(({ score }) => score >= threshold);
  return { accepted: accepted.length, wrong: accepted.filter(({ right }) => !right).length };
};

/** Groups of equal score, from the lowest up. */
const byScore = <R extends Ranked>(predictions: readonly R[]): R[][] =>
  [...Map.groupBy(predictions, ({ score }) => score)].sort(([a], [b]) => a - b).map(([, members]) => members);

const rightness = ({ right }: Prediction): number => Number(right);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const average = (numbers: readonly number[]): number => sum(numbers) / Math.max(1, numbers.length);
