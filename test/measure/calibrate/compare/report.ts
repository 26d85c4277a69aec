import { calibrationErrorIn, rankingIn, type ScoredValue, tallyOf } from '../../eval/figures/score-tally.js';
import { percent, share, textTable } from '../../eval/figures/text-table.js';
import type { Comparison } from './compare.js';
import { type ComparedValue, type Way, ways } from './curve.js';
import { answer } from './exceptions.js';

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
    ...ways.filter((way) => way !== 'weighing').map((way) => `  than the ${way}: ${answer(comparison, way)}`),
    '',
  ].join('\n');
}

/** Who read what, and how it was made. */
export const titleOf = ({ reader, values, documents, sources, plan }: Comparison): string => {
  const read = values.filter(({ planted }) => !planted);
  const planted = `${values.length - read.length} planted, which make ${percent(plan.faultShare, 0)} of the mass`;
  return `${reader} readings: ${read.length} values of ${documents} documents and ${sources} sources; ${planted}`;
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

export const comparisonLegend = `Each value is scored in four ways. Model's own word: certain, likely, unsure or guess, as the recorded reading says; a planted value has the
word of the value that it replaces, for a reader does not know of its mistake. Quote check: whether the quoted words are on the page and
hold the value, wholly, in part or not. Lowest cap: the strength of the weakest finding, as before findings were weighed. Weighing: by a
table that was learned without the source of the value; a witness is believed by its own table, as it is shipped. Where many values have one
score, chance decides which of them are accepted. The difference over sources comes from drawing whole sources, 1000 times; one that may be
0 says nothing. Planted values are so many that they are weighed to make the given share of all; nulls are left out. Wrong, as read: the
reader's own mistakes that reach the threshold; planted: the faults that do. AUC: how often a right value scores above one of these. ECE:
the mean distance of score and share of right values in ten bins of equal width.
`;
