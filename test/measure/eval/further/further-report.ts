import { errorBound, upperBound } from '../../../../server/risk/error-bound.js';
import type { AnsweredDocument } from '../corpus/ask.js';
import { isUnseen } from '../figures/groups.js';
import { count, percent, ratio, textTable } from '../figures/text-table.js';
import { type FurtherLeaf, judgeFurther } from './judge-further.js';

/** The figures of the fields of schemas of one's own, at a threshold. */
export function furtherReport(title: string, asked: readonly AnsweredDocument[], threshold: number): string {
  const leaves = asked.flatMap(judged);
  const fields = Map.groupBy(leaves, ({ field }) => field);
  const line = (name: string, of: readonly FurtherLeaf[]): readonly string[] => [name, ...figures(of, threshold)];
  const all = tally(leaves, threshold);
  return [
    `== Further fields, ${title}: ${count(asked.length, 'document')} ==`,
    ...textTable([['field', ...heads], ...[...fields].map(([name, of]) => line(name, of)), line('all further fields', leaves)]),
    `silent errors, further fields at ${threshold.toFixed(2)}: ${all.silent} of ${all.accepted} accepted = ` +
      `${percent(ratio(all.silent, all.accepted), 2)}, at most ${percent(upperBound(all.silent, all.accepted), 2)}; ` +
      `with ${count(all.nulls, 'silent null')} ${percent(ratio(all.silent + all.nulls, all.accepted + all.nulls), 2)}`,
    ...weighedLine(asked, threshold),
    '',
  ].join('\n');
}

/** Of verdicts: each value that was drawn stands for as many as were not, and the bound allows for what the sellers have in common. */
function weighedLine(asked: readonly AnsweredDocument[], threshold: number): readonly string[] {
  const samples = asked.flatMap((one) =>
    judged(one).map((leaf) => ({ ...leaf, cluster: one.document.source ?? one.document.id, right: leaf.verdict === 'right' })),
  );
  if (samples.every(({ chance }) => chance === 1)) return [];
  const accepted = samples.flatMap(({ chance, verdict, score, ...sample }) =>
    chance !== null && (verdict === 'right' || verdict === 'wrong') && score >= threshold ? [{ ...sample, chance }] : [],
  );
  const { rate, bound, values } = errorBound(accepted);
  return [
    `weighed by how likely each was to be judged: ${percent(rate, 2)} of what is accepted, at most ${percent(bound, 2)} (${values} judged)`,
  ];
}

/** Each wrong value and each null where the page states a value, the silent ones first; without those of the unseen third. */
export function furtherMistakes(asked: readonly AnsweredDocument[], threshold: number): string {
  const mistakes = asked
    .filter((one) => !isUnseen(one))
    .flatMap((one) => judged(one).map((leaf) => ({ ...leaf, id: one.document.id })))
    .filter(({ verdict }) => verdict === 'wrong' || verdict === 'null');
  const sure = mistakes.filter(({ score }) => score >= threshold);
  const unsure = mistakes.filter(({ score }) => score < threshold);
  return [...sure, ...unsure]
    .map(({ id, path, value, truth, score, reason }) => {
      const silent = score >= threshold ? 'silent ' : '';
      return `${silent}${id} ${path}: ${JSON.stringify(value)}, true is ${JSON.stringify(truth)}; ${score} ${reason}\n`;
    })
    .join('');
}

const judged = ({ document, reply }: AnsweredDocument): readonly FurtherLeaf[] => judgeFurther(document.truth, reply.body);

const heads = ['stated', 'found', 'right', 'accepted', 'silent', 'kept', 'silent nulls', 'absent', 'kept nulls'];

interface FurtherTally {
  readonly stated: number;
  readonly found: number;
  readonly right: number;
  /** Values that reach the threshold, and the wrong ones among them. */
  readonly accepted: number;
  readonly silent: number;
  /** Right values that reach the threshold. */
  readonly kept: number;
  /** Nulls that reach the threshold although the page states a value. */
  readonly nulls: number;
  /** Nulls where the page states nothing, and how many of them reach the threshold. */
  readonly absent: number;
  readonly absentKept: number;
}

export function tally(leaves: readonly FurtherLeaf[], threshold: number): FurtherTally {
  const of = (verdict: FurtherLeaf['verdict'], least = 0): number =>
    leaves.filter((leaf) => leaf.verdict === verdict && leaf.score >= least).length;
  const [kept, silent] = [of('right', threshold), of('wrong', threshold)];
  return {
    stated: leaves.filter(({ truth }) => truth !== null).length,
    found: of('right') + of('wrong'),
    right: of('right'),
    accepted: kept + silent,
    silent,
    kept,
    nulls: of('null', threshold),
    absent: of('absent'),
    absentKept: of('absent', threshold),
  };
}

function figures(leaves: readonly FurtherLeaf[], threshold: number): readonly string[] {
  const { stated, found, right, accepted, silent, kept, nulls, absent, absentKept } = tally(leaves, threshold);
  const shares = [percent(ratio(kept, right)), nulls, absent, percent(ratio(absentKept, absent))];
  return [stated, found, right, accepted, silent, ...shares].map(String);
}
