import { upperBound } from '../../../../server/risk/error-bound.js';
import type { AnsweredDocument } from '../corpus/ask.js';
import type { EvidencePrecision } from '../scoring/evidence.js';
import type { Confusion, EvalStandard, FieldTally, Measures, Trust } from '../scoring/measure.js';
import { isUnseen } from './groups.js';
import { count, f1, percent, ratio, share } from './text-table.js';

/** The figures of one group of documents as text. The same measures give the same text. */
export const report = (title: string, measures: Measures): string =>
  [
    `== ${title}: ${count(measures.documents, 'document')} ==`,
    ...fields(measures),
    '',
    ...trust('header fields', measures.headerTrust),
    ...trust('cells of rows', measures.cellTrust),
    '',
    ...whole(measures),
    '',
    ...verdicts(measures),
    '',
    `answers: ${measures.outcomes.map(([name, number]) => `${name} ${number}`).join(', ') || 'none'}`,
    '',
  ].join('\n');

/** The figures of a part: its fields, and the silent errors at the requested threshold. */
export const shortReport = (title: string, { threshold }: EvalStandard, measures: Measures): string => {
  const asked = (level: Trust): boolean => level.threshold === threshold;
  return [
    `== ${title}: ${count(measures.documents, 'document')} ==`,
    ...fields(measures),
    ...trust('header fields', measures.headerTrust.filter(asked)),
    ...trust('cells of rows', measures.cellTrust.filter(asked)),
    '',
  ].join('\n');
};

/** One progress line per document; for the unseen third it reveals nothing about single documents. */
export const progress = (asked: AnsweredDocument): string => {
  const { document, reply } = asked;
  return isUnseen(asked)
    ? 'one of the unseen third, which is only counted'
    : `${document.id} ${reply.body?.error?.code ?? reply.status} ${(reply.milliseconds / 1000).toFixed(2)} s`;
};

/** The number of accepted values with sound evidence and a list of the others; for the unseen third only their number. */
export const evidenceReport = ({ threshold, accepted, exceptions }: EvidencePrecision): string => {
  const confirmed = share(accepted - exceptions.length, accepted, 2);
  const shown = exceptions.filter(({ third }) => third !== 'unseen');
  const lines = shown.map(({ id, path, problem }) => `  ${id} ${path}: ${problem}`);
  const leftOut = exceptions.length - shown.length;
  if (leftOut > 0) lines.push(`  left out: ${leftOut} of the unseen third`);
  return [`evidence confirmed, native text, values at ${threshold.toFixed(2)}: ${confirmed}`, ...lines, ''].join('\n');
};

/** Response times as the caller measured them; kept apart from the report, because they differ from run to run. */
export function times(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): string => `${((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1000).toFixed(2)} s`;
  return `median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`;
}

export const legend = `stated: values that the truth states and the page shows; found: answered; right: equal to the truth (numbers as decimals, days, names
without case, space and punctuation, ids exactly; a description also when it holds the true one or is held by it, 3 letters at least,
counted apart: how far a text goes is a matter of taste). Precision = right / found, recall = right / stated. Rows are paired in order, by
the cells that agree; a row is right when all its stated cells are. A silent error is a wrong value that reaches the threshold, among all
values that do; its bound is the one-sided upper 95 % of Clopper and Pearson. A silent null reaches the threshold although the page shows a
value. An alarm is a right value under the threshold. Evidence is confirmed when a checker that shares no code with the engine finds its
words on its page, and the value in them. Goals ask for four values, right and at the threshold, in documents that state all four. By
source: kept is the share of the right values that reach the threshold; ECE the mean distance between score and share of right values in ten
bins of equal width; AUC how often a right value scores above a wrong one; nulls are left out. Required are total, issue_date, seller_name,
currency and invoice_number, each where it is stated. A source is where documents come from (source_repo in the manifest, else the group):
theirs resemble each other, so the 95% come from drawing whole sources, 1000 times; each source once: the mean over sources, for ECE and AUC
with 1/n the weight of a value in a source of n. Tables that were learned from these very sources flatter themselves: vouch calibrate says
what they do for sources left out. The unseen third of the sources, one in three by the hash of their names, is only ever counted: figures
that are much better for the seen ones were learned by heart. Causes are guesses from the truth and the answer's words: the label of another
field, another block or row, one or a few misread characters of a scan, the right characters typed wrongly. With --out, DIR/confusions.txt
has each mistake of the others.
`;

function fields({ fields: list, header, rows, descriptions: { right, held } }: Measures): readonly string[] {
  const line = (name: string, { stated, found, right }: FieldTally): string =>
    [name.padEnd(16), ...[stated, found, right].map((number) => String(number).padStart(7)), ...rates({ stated, found, right })].join(' ');
  return [
    `${'field'.padEnd(16)}  stated   found   right  precision  recall      F1`,
    ...list.filter(([, tally]) => tally.stated > 0).map(([field, tally]) => line(field, tally)),
    line('all header', header),
    line('rows', rows),
    `descriptions of rows: ${right} right, ${held} of them because one text holds the other`,
  ];
}

function rates({ stated, found, right }: FieldTally): readonly string[] {
  const precision = ratio(right, found);
  const recall = ratio(right, stated);
  return [percent(precision).padStart(10), percent(recall).padStart(7), f1({ stated, found, right }).padStart(7)];
}

const trust = (name: string, levels: readonly Trust[]): readonly string[] =>
  levels.map(({ threshold, accepted, wrong, nulls, alarms, right }) => {
    const values = `${wrong} of ${accepted} accepted = ${percent(ratio(wrong, accepted), 2)}, at most ${percent(upperBound(wrong, accepted), 2)}`;
    const withNulls = `with ${count(nulls, 'silent null')} ${percent(ratio(wrong + nulls, accepted + nulls), 2)}`;
    return `silent errors, ${name} at ${threshold.toFixed(2)}: ${values}; ${withNulls}; alarms ${alarms} of ${right} = ${percent(ratio(alarms, right))}`;
  });

function whole({ whole: { accepted, acceptedRight, perfect }, documents, fallbacks, answered }: Measures): readonly string[] {
  return [
    `accepted, all required fields sure:        ${share(accepted, documents)}`,
    `  of these, all required fields right:     ${share(acceptedRight, accepted)}`,
    `accepted whole and right, rows too:        ${share(perfect, documents)}`,
    `read again by tier 2:                      ${share(fallbacks, answered)}`,
  ];
}

const statuses = ['PASSED', 'FAILED', 'CANNOT_VERIFY', 'none'] as const;

function verdicts({ verdicts: { horizontal_sum, vertical_sum }, checks }: Measures): readonly string[] {
  const counts = (said: Readonly<Record<string, number>>): readonly string[] =>
    statuses.map((status) => String(said[status] ?? 0).padStart(status.length + 2));
  const lines = (name: string, table: Confusion): readonly string[] =>
    (['holds', 'fails', 'unknown'] as const).map((page) => [`${name} ${page} on page`.padEnd(30), ...counts(table[page])].join(''));
  return [
    `${'check'.padEnd(30)}${statuses.map((status) => `  ${status}`).join('')}`,
    ...lines('HORIZONTAL_SUM', horizontal_sum),
    ...lines('VERTICAL_SUM', vertical_sum),
    ...checks.flatMap(([type, { right, wrong }]) => [
      [`${type}, header right`.padEnd(30), ...counts(right)].join(''),
      [`${type}, header not right`.padEnd(30), ...counts(wrong)].join(''),
    ]),
  ];
}
