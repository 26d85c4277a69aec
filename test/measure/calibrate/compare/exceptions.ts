import { drawn, interval, resamples } from '../../eval/figures/estimate.js';
import { percent } from '../../eval/figures/text-table.js';
import type { Comparison } from './compare.js';
import { type ComparedValue, curveOf, type Way, wrongAt } from './curve.js';

/** A share of the right values, in percent, at which the weighing has not fewer wrong values than another way. */
export interface ShareException {
  readonly share: number;
  readonly ours: number;
  readonly theirs: number;
}

/** Whether the weighing has fewer wrong values than another way at every share of accepted right ones: 'yes', or where not. */
export function answer(comparison: Comparison, way: Way): string {
  const found = exceptions(comparison, way);
  const more = found.filter(isMore);
  const worst = more.toSorted((a, b) => b.ours - b.theirs - (a.ours - a.theirs))[0];
  const same = ranges(found.filter((one) => !isMore(one)).map(({ share }) => share));
  const alike = same === '' ? '' : `as many at ${same}`;
  if (!worst) return alike === '' ? 'yes' : `yes, but ${alike}`;
  const by = `by most at ${worst.share}%: ${percent(worst.ours, 2)} against ${percent(worst.theirs, 2)}`;
  const spread = differences(comparison.values, way, worst.share / 100)?.map((bound) => percent(bound, 2));
  const chance = spread ? ` (95% of the difference over sources: ${spread.join(' to ')})` : '';
  return `no: more at ${ranges(more.map(({ share }) => share))}, ${by}${chance}${alike && `; ${alike}`}`;
}

export const exceptions = ({ curves }: Pick<Comparison, 'curves'>, way: Way): readonly ShareException[] =>
  Array.from({ length: 100 }, (_, at) => at + 1)
    .map((share) => ({ share, ours: wrongAt(curves.weighing, share / 100), theirs: wrongAt(curves[way], share / 100) }))
    .filter(({ ours, theirs }) => ours > theirs - rounding);

/** Sums of masses differ by this without a meaning. */
const rounding = 1e-9;

const isMore = ({ ours, theirs }: ShareException): boolean => ours > theirs + rounding;

/** What the difference to another way is between when whole sources are drawn; null for one source. */
function differences(values: readonly ComparedValue[], way: Way, kept: number): readonly [number, number] | null {
  const sources = [...Map.groupBy(values, ({ source }) => source).values()];
  if (sources.length < 2) return null;
  return interval(
    Array.from({ length: resamples }, (_, round) => {
      const times = drawn(sources.length, round);
      const some = sources.flatMap((members, at) => weighed(members, times[at] ?? 0));
      return wrongAt(curveOf(some, 'weighing'), kept) - wrongAt(curveOf(some, way), kept);
    }),
  );
}

const weighed = (values: readonly ComparedValue[], times: number): readonly ComparedValue[] =>
  times === 0 ? [] : values.map((value) => ({ ...value, weight: value.weight * times }));

/** [1, 2, 3, 7] → '1 to 3%, 7%' */
function ranges(shares: readonly number[]): string {
  const starts = shares.filter((share) => !shares.includes(share - 1));
  const ends = shares.filter((share) => !shares.includes(share + 1));
  return starts.map((start, at) => (start === ends[at] ? `${start}%` : `${start} to ${ends[at]}%`)).join(', ');
}
