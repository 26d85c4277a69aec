import { upperBound } from '../../../../server/risk/error-bound.js';
import type { AnsweredDocument } from '../corpus/ask.js';
import { type EvalLeaf, type JudgedAnswer, judge } from '../scoring/judge.js';
import { type Estimate, estimate, type Figure } from './estimate.js';
import { kinds } from './groups.js';
import { calibrationErrorIn, countIn, rankingIn, type ScoredValue, type ScoreTally, sumOf, tallyOf } from './score-tally.js';
import { count, percent, ratio, textTable } from './text-table.js';

/** What scores are worth, for each kind of document: over all values, and over the sources that they are from. */
export const bySource = (asked: readonly AnsweredDocument[], threshold: number): string =>
  kinds(asked)
    .flatMap(([kind, members]) => block(kind, members, threshold))
    .join('\n');

interface Judged extends JudgedAnswer {
  readonly source: string;
}

function block(kind: string, members: readonly AnsweredDocument[], threshold: number): readonly string[] {
  const judged = members.map(({ document, reply }) => ({ source: document.source ?? document.id, ...judge(document.truth, reply.body) }));
  const tallies = (valuesOf: (one: Judged) => readonly ScoredValue[]): readonly ScoreTally[] =>
    [...Map.groupBy(judged, ({ source }) => source).values()].map((some) => tallyOf(some.flatMap(valuesOf)));
  const sources = new Set(judged.map(({ source }) => source)).size;
  return [
    `== By source at ${threshold.toFixed(2)}, ${kind}: ${count(members.length, 'document')} of ${count(sources, 'source')} ==`,
    ...textTable([
      ['', 'counted', 'over all', '95% over sources', 'each source once'],
      ...rows(
        'header fields',
        tallies(({ header }) => answered(header)),
        scoreLines(threshold),
      ),
      ...rows(
        'cells of rows',
        tallies(({ cells }) => answered(cells)),
        scoreLines(threshold),
      ),
      ...rows(
        'documents',
        tallies((one) => wholeness(one, threshold)),
        [wholeLine],
      ),
    ]),
    '',
  ];
}

/** The values that were answered. A null has no value that could be right. */
const answered = (leaves: readonly EvalLeaf[]): readonly ScoredValue[] =>
  leaves.filter(({ verdict }) => verdict !== 'null').map(({ score, verdict }) => ({ score, right: verdict === 'right' }));

/** What a document must have for nobody to look at it; each only where truth states it. */
const required: readonly string[] = ['total', 'issue_date', 'seller_name', 'currency', 'invoice_number'];

/** A document counts as right when all of its required values are, and reach the threshold; none without a stated header field. */
const wholeness = ({ header }: JudgedAnswer, threshold: number): readonly ScoredValue[] =>
  header.length === 0
    ? []
    : [
        {
          score: 1,
          right: header.every(({ field, verdict, score }) => !required.includes(field) || (verdict === 'right' && score >= threshold)),
        },
      ];

/** A figure with what it was counted from and how it is printed. */
interface Line extends Figure {
  counted(tally: ScoreTally): string;
  shown(figure: number): string;
  /** Printed after the figure over all. */
  readonly more?: (tally: ScoreTally) => string;
}

const rows = (title: string, sources: readonly ScoreTally[], lines: readonly Line[]): readonly (readonly string[])[] => {
  const all = sumOf(sources.map((tally) => ({ tally, times: 1 })));
  const estimates = estimate(sources, lines);
  return [[title], ...lines.map((line, at) => row(line, all, estimates[at]))];
};

function row({ name, counted, shown, more }: Line, tally: ScoreTally, found: Estimate | undefined): readonly string[] {
  const print = (figure: number | null | undefined): string => (figure === null || figure === undefined ? '-' : shown(figure));
  const bounds = found?.interval?.map(print).join(' to ') ?? '-';
  return [`  ${name}`, counted(tally), `${print(found?.all)}${more?.(tally) ?? ''}`, bounds, print(found?.bySource)];
}

function scoreLines(threshold: number): readonly Line[] {
  const accepted = (tally: ScoreTally) => countIn(tally, (score) => score >= threshold);
  const decimals = (figure: number): string => figure.toFixed(3);
  return [
    {
      name: 'right values kept',
      once: 'mean',
      of: (tally) => ratio(accepted(tally).right, countIn(tally).right),
      counted: (tally) => `${accepted(tally).right} of ${countIn(tally).right}`,
      shown: percent,
    },
    {
      name: 'silent errors',
      once: 'mean',
      of: (tally) => ratio(accepted(tally).wrong, sizeOf(accepted(tally))),
      counted: (tally) => `${accepted(tally).wrong} of ${sizeOf(accepted(tally))}`,
      shown: (rate) => percent(rate, 2),
      more: (tally) => `, at most ${percent(upperBound(accepted(tally).wrong, sizeOf(accepted(tally))), 2)}`,
    },
    { name: 'ECE', once: 'pooled', of: calibrationErrorIn, counted: (tally) => count(sizeOf(countIn(tally)), 'value'), shown: decimals },
    {
      name: 'AUC, right against wrong',
      once: 'pooled',
      of: rankingIn,
      counted: (tally) => `${countIn(tally).right} right, ${countIn(tally).wrong} wrong`,
      shown: decimals,
    },
  ];
}

const wholeLine: Line = {
  name: 'required values right and accepted',
  once: 'mean',
  of: (tally) => ratio(countIn(tally).right, sizeOf(countIn(tally))),
  counted: (tally) => `${countIn(tally).right} of ${sizeOf(countIn(tally))}`,
  shown: percent,
};

const sizeOf = ({ right, wrong }: { readonly right: number; readonly wrong: number }): number => right + wrong;
