import type { AnsweredDocument } from '../corpus/ask.js';
import { type EvalLeaf, judge } from '../scoring/judge.js';
import { trust } from '../scoring/measure.js';
import { kinds } from './groups.js';
import { percent, ratio, textTable } from './text-table.js';

/** Coverage and accuracy by threshold: how much is accepted, which part of the stated values that is, and how much is right. */
export const sweep = (asked: readonly AnsweredDocument[]): string =>
  kinds(asked)
    .flatMap(([kind, members]) => block(kind, members))
    .join('\n');

const thresholds = Array.from({ length: 11 }, (_, step) => (50 + 5 * step) / 100);

function block(kind: string, members: readonly AnsweredDocument[]): readonly string[] {
  const judged = members.map(({ document, reply }) => judge(document.truth, reply.body));
  const header = judged.flatMap((one) => one.header);
  const cells = judged.flatMap((one) => one.cells);
  return [
    `== Sweep, ${kind} ==`,
    ...textTable([
      ['threshold', 'header accepted', 'of stated', 'precision', 'cells accepted', 'of stated', 'precision'],
      ...thresholds.map((level) => [level.toFixed(2), ...at(level, header), ...at(level, cells)]),
    ]),
    '',
  ];
}

function at(threshold: number, leaves: readonly EvalLeaf[]): readonly string[] {
  const { accepted, wrong } = trust(leaves, threshold);
  const stated = leaves.filter(({ truth }) => truth !== null).length;
  return [String(accepted), percent(ratio(accepted, stated)), percent(ratio(accepted - wrong, accepted), 2)];
}
