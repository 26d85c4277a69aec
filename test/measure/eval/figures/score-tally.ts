/** How many values of each score are right and wrong; fractions where values are weighed. */
export type ScoreTally = ReadonlyMap<number, Outcomes>;
export interface Outcomes {
  readonly right: number;
  readonly wrong: number;
}

/** A value with its score, 0..1. */
export interface ScoredValue {
  readonly score: number;
  readonly right: boolean;
}

export const tallyOf = (values: readonly ScoredValue[]): ScoreTally =>
  new Map(
    [...Map.groupBy(values, ({ score }) => score)].map(([score, members]) => {
      const right = members.filter((one) => one.right).length;
      return [score, { right, wrong: members.length - right }];
    }),
  );

/** Several tallies as one, each counted so many times. */
export function sumOf(parts: readonly { readonly tally: ScoreTally; readonly times: number }[]): ScoreTally {
  const sum = new Map<number, { right: number; wrong: number }>();
  for (const { tally, times } of parts) {
    if (times === 0) continue;
    for (const [score, { right, wrong }] of tally) {
      const level = sum.get(score);
      if (level) {
        level.right += right * times;
        level.wrong += wrong * times;
      } else sum.set(score, { right: right * times, wrong: wrong * times });
    }
  }
  return sum;
}

export const countIn = (tally: ScoreTally, isMeant: (score: number) => boolean = () => true): Outcomes => {
  let [right, wrong] = [0, 0];
  for (const [score, level] of tally) {
    if (!isMeant(score)) continue;
    right += level.right;
    wrong += level.wrong;
  }
  return { right, wrong };
};

const binCount = 10;

/**
 * Expected calibration error: the mean distance between mean score and share of right values in ten bins of equal width, each with the
 * weight of its values; null without values. Source: Naeini et al., AAAI 2015.
 */
export function calibrationErrorIn(tally: ScoreTally): number | null {
  const distances = new Array<number>(binCount).fill(0);
  let all = 0;
  for (const [score, { right, wrong }] of tally) {
    const bin = Math.min(binCount - 1, Math.floor(score * binCount));
    distances[bin] = (distances[bin] ?? 0) + score * (right + wrong) - right;
    all += right + wrong;
  }
  return all === 0 ? null : distances.reduce((sum, distance) => sum + Math.abs(distance), 0) / all;
}

/** The probability that a right value scores above a wrong one, ties counting half; null without both. Source: Mann and Whitney (1947). */
export function rankingIn(tally: ScoreTally): number | null {
  const all = countIn(tally);
  if (!all.right || !all.wrong) return null;
  let [below, won] = [0, 0];
  for (const [, { right, wrong }] of [...tally].sort(([a], [b]) => a - b)) {
    won += right * (below + wrong / 2);
    below += wrong;
  }
  return won / (all.right * all.wrong);
}
