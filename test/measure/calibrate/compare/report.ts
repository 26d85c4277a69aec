import { textTable } from '../../eval/figures/text-table.js';
import type { Comparison } from './compare.js';
import { atThreshold, wrongAmong, wrongAt } from './curve.js';
import { type ComparedValue, type Way, ways } from './ways.js';

/** What each way keeps and lets pass at the threshold, and whether ours has fewer wrong values at every share. */
export const comparisonReport = (comparison: Comparison, threshold: number): string =>
  [
    `== ${titleOf(comparison)} ==`,
    ...textTable([
      [`at ${threshold.toFixed(2)}`, 'right values kept', 'wrong among accepted', 'wrong as read', 'planted accepted'],
      ...ways.map((way) => row(comparison, way, threshold)),
    ]),
    '',
    'Has the weighing fewer wrong values among the accepted, at every share of the right ones from 1% to 100%?',
    ...ways.filter((way) => way !== 'weighing').map((way) => `  than the ${way}: ${answer(exceptions(comparison, way))}`),
    '',
  ].join('\n');

/** Who read what, and how it was made. */
export const titleOf = ({ reader, values, documents, sources, plan }: Comparison): string => {
  const read = values.filter(({ planted }) => !planted);
  const share = `${values.length - read.length} planted, which make ${percent(plan.faultShare, 0)} of the mass`;
  return `${reader} readings: ${read.length} values of ${documents} documents and ${sources} sources; ${share}`;
};

function row({ values, curves }: Comparison, way: Way, threshold: number): readonly string[] {
  const point = atThreshold(curves[way], threshold);
  const accepted = (meant: (value: ComparedValue) => boolean): string => {
    const all = values.filter(meant);
    return `${all.filter(({ scores }) => scores[way] >= threshold).length} of ${all.length}`;
  };
  return [
    way,
    percent(point?.kept ?? 0, 1),
    percent(point ? wrongAmong(point) : 0, 2),
    accepted(({ right, planted }) => !right && !planted),
    accepted(({ planted }) => planted),
  ];
}

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

export const comparisonLegend = `Each value is scored in four ways. Model's own word: certain, likely, unsure or guess, as the recorded reading says; a planted value has the word
of the value that it replaces, for a reader does not know of its mistake. Quote check: whether the quoted words are on the page and hold the
value, wholly, in part or not. Lowest cap: the strength of the weakest finding, as before findings were weighed. Weighing: by a table that was
learned without the source of the value. Where many values have one score, chance decides which of them are accepted. Planted values are so
many that they are weighed to make the given share of all; nulls are left out.
`;
