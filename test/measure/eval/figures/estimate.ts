import { randomOf } from '../../../kit/random.js';
import { countIn, type ScoreTally, sumOf } from './score-tally.js';

/** A figure of values, counted over all of them and over their sources. */
export interface Figure {
  readonly name: string;
  /** Null where there is nothing to compute it from. */
  of(tally: ScoreTally): number | null;
  /** How each source counts once: the mean of the figures of all sources, or the figure of values that weigh 1/n each in a source of n. */
  readonly once: 'mean' | 'pooled';
}

export interface Estimate {
  readonly all: number | null;
  /** Each source counted once. */
  readonly bySource: number | null;
  /** The bounds of 95 % over sources; null where fewer than two sources have the figure. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** How often sources are drawn. */
export const resamples = 1000;

/**
 * The figures of values of several sources, one tally each. The interval draws whole sources, because values of one source are right and
 * wrong together. The same tallies give the same interval. Source: percentile bootstrap of clusters, Efron, Annals of Statistics 7 (1979).
 */
export function estimate(sources: readonly ScoreTally[], figures: readonly Figure[]): readonly Estimate[] {
  const all = sumOf(sources.map((tally) => ({ tally, times: 1 })));
  const others = Array.from({ length: resamples }, (_, round) => resample(sources, round));
  return figures.map((figure) => ({
    all: figure.of(all),
    bySource: eachOnce(sources, figure),
    interval: sources.filter((tally) => tally.size > 0).length < 2 ? null : interval(others.flatMap((tally) => figure.of(tally) ?? [])),
  }));
}

/** How often each of so many sources is drawn when as many are drawn with replacement. */
export function drawn(count: number, round: number): readonly number[] {
  const random = randomOf(1, 'bootstrap', round);
  const times = new Array<number>(count).fill(0);
  for (let draw = 0; draw < count; draw++) {
    const at = random.below(count);
    times[at] = (times[at] ?? 0) + 1;
  }
  return times;
}

function resample(sources: readonly ScoreTally[], round: number): ScoreTally {
  const times = drawn(sources.length, round);
  return sumOf(sources.map((tally, at) => ({ tally, times: times[at] ?? 0 })));
}

function eachOnce(sources: readonly ScoreTally[], { of, once }: Figure): number | null {
  if (once === 'pooled') {
    return of(
      sumOf(
        sources.map((tally) => {
          const { right, wrong } = countIn(tally);
          return { tally, times: 1 / Math.max(1, right + wrong) };
        }),
      ),
    );
  }
  const known = sources.flatMap((tally) => of(tally) ?? []);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}

/** What 95 % of values are between; null without any. */
export function interval(values: readonly number[]): Estimate['interval'] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number | undefined => sorted[Math.round(share * (sorted.length - 1))];
  const [low, high] = [at(0.025), at(0.975)];
  return low === undefined || high === undefined ? null : [low, high];
}
