import { calibrationErrorIn, rankingIn, type ScoredValue, tallyOf } from '../../eval/figures/sources/score-tally.js';
import { share, textTable } from '../../eval/figures/text-table.js';
import type { Comparison } from './compare.js';
import { wrongAt } from './curve.js';
import { type ComparedValue, type Way, ways } from './ways.js';

/** What each way keeps and lets pass at the threshold, and whether ours has fewer wrong values at every share. */
export function comparisonReport(comparison: Comparison, threshold: number): string {
  const [header, cells] = [false, true].map((wanted) => comparison.values.filter(({ cell }) => cell === wanted));
  return [
    `== ${titleOf(comparison)} ==`,
    ...textTable([
      [`at ${threshold.toFixed(2)}`, 'right values kept', 'wrong, as read', 'planted, accepted', 'AUC, as read', 'planted', 'ECE, as read'],
      ...ways.map((way) => row(way, scored(comparison.values, way), threshold)),
      row('  header fields', scored(header, 'weighing'), threshold),
      row('  cells of rows', scored(cells, 'weighing'), threshold),
    ]),
    '',
    'Has the weighing fewer wrong values among the accepted, at every share of the right ones from 1% to 100%?',
    ...ways.filter((way) => way !== 'weighing').map((way) => `  than the ${way}: ${answer(exceptions(comparison, way))}`),
    '',
  ].join('\n');
}

/** Who read what, and how it was made. */
export const titleOf = ({ reader, values, documents, sources, plan }: Comparison): string => {
  const read = values.filter(({ planted }) => !planted);
  const share = `${values.length - read.length} planted, which make ${percent(plan.faultShare, 0)} of the mass`;
  return `${reader} readings: ${read.length} values of ${documents} documents and ${sources} sources; ${share}`;
};

interface ScoredByWay extends ScoredValue {
  readonly planted: boolean;
}

const scored = (values: readonly ComparedValue[] = [], way: Way): readonly ScoredByWay[] =>
  values.map(({ right, planted, scores }) => ({ right, planted, score: scores[way] }));

function row(name: string, values: readonly ScoredByWay[], threshold: number): readonly string[] {
  const read = values.filter(({ planted }) => !planted);
  const [right, wrong] = [true, false].map((wanted) => read.filter((value) => value.right === wanted));
  const planted = values.filter((value) => value.planted);
  const accepted = (some: readonly ScoredByWay[] = []): string =>
    share(some.filter(({ score }) => score >= threshold).length, some.length, 2);
  const ranking = (others: readonly ScoredByWay[] = []): string => decimals(rankingIn(tallyOf([...(right ?? []), ...others])));
  return [
    name,
    accepted(right),
    accepted(wrong),
    accepted(planted),
    ranking(wrong),
    ranking(planted),
    decimals(calibrationErrorIn(tallyOf(read))),
  ];
}

const decimals = (figure: number | null): string => figure?.toFixed(3) ?? '-';

/** A share of the right values, in percent, at which the weighing has not fewer wrong values than another way. */
export interface ShareException {
  readonly share: number;
  readonly ours: number;
  readonly theirs: number;
}

export const exceptions = ({ curves }: Pick<Comparison, 'curves'>, way: Way): readonly ShareException[] =>
  Array.from({ length: 100 }, (_, at) => at + 1)
    .map((share) => ({ share, ours: wrongAt(curves.weighing, share / 100), theirs: wrongAt(curves[way], share / 100) }))
    .filter(({ ours, theirs }) => ours > theirs - rounding);

/** Sums of masses differ by this without a meaning. */
const rounding = 1e-9;

/** 'yes', or where not: shares with as many wrong values are no shares with more. */
export function answer(found: readonly ShareException[]): string {
  const isMore = ({ ours, theirs }: ShareException): boolean => ours > theirs + rounding;
  const more = found.filter(isMore);
  const worst = more.toSorted((a, b) => b.ours - b.theirs - (a.ours - a.theirs))[0];
  const same = ranges(found.filter((one) => !isMore(one)).map(({ share }) => share));
  const alike = same === '' ? '' : `as many at ${same}`;
  if (!worst) return alike === '' ? 'yes' : `yes, but ${alike}`;
  const by = `by most at ${worst.share}%: ${percent(worst.ours, 2)} against ${percent(worst.theirs, 2)}`;
  return `no: more at ${ranges(more.map(({ share }) => share))}, ${by}${alike && `; ${alike}`}`;
}

/** [1, 2, 3, 7] → '1 to 3%, 7%' */
function ranges(shares: readonly number[]): string {
  const starts = shares.filter((share) => !shares.includes(share - 1));
  const ends = shares.filter((share) => !shares.includes(share + 1));
  return starts.map((start, at) => (start === ends[at] ? `${start}%` : `${start} to ${ends[at]}%`)).join(', ');
}

const percent = (share: number, digits: number): string => `${(share * 100).toFixed(digits)}%`;

export const comparisonLegend = `Each value is scored in four ways. Model's own word: certain, likely, unsure or guess, as the recorded reading says; a planted value has the
word of the value that it replaces, for a reader does not know of its mistake. Quote check: whether the quoted words are on the page and
hold the value, wholly, in part or not. Lowest cap: the strength of the weakest finding, as before findings were weighed. Weighing: by a
table that was learned without the source of the value; a witness is believed by its own table, as it is shipped. Where many values have one
score, chance decides which of them are accepted. Planted values are so many that they are weighed to make the given share of all; nulls are
left out. Wrong, as read: the reader's own mistakes that reach the threshold; planted: the faults that do. AUC: how often a right value
scores above one of these. ECE: the mean distance of score and share of right values in ten bins of equal width.
`;
