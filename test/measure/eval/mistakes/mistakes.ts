import type { AnsweredDocument } from '../corpus/ask.js';
import type { CorpusDocument } from '../corpus/corpus.js';
import { isUnseen, kinds, thirds } from '../figures/groups.js';
import { count, textTable } from '../figures/text-table.js';
import { type EvalLeaf, judge } from '../scoring/judge.js';
import { causeOf, causes, type Diagnosis } from './causes.js';

/** A stated value that is missing, wrong, or right but in doubt; or a value that the document does not have. */
export interface EvalMistake extends Diagnosis {
  readonly document: CorpusDocument;
  readonly leaf: EvalLeaf;
}

export const mistakesOf = (asked: readonly AnsweredDocument[], threshold: number): readonly EvalMistake[] =>
  asked.flatMap(({ document, reply }) => {
    const { header, cells } = judge(document.truth, reply.body);
    return [...header, ...cells].flatMap((leaf) => {
      const diagnosis = causeOf(leaf, document, threshold);
      return diagnosis ? [{ document, leaf, ...diagnosis }] : [];
    });
  });

/** The number of mistakes by cause, for each kind of document and each third. */
export function causeTable(asked: readonly AnsweredDocument[], threshold: number): string {
  const groups = kinds(asked).flatMap(([kind, members]) => thirds(members).map(([third, some]) => [`${kind}, ${third}`, some] as const));
  const columns = groups.map(([title, members]) => ({ title, found: mistakesOf(members, threshold) }));
  const line = (name: string, is: (mistake: EvalMistake) => boolean) => [
    name,
    ...columns.map(({ found }) => String(found.filter(is).length)),
  ];
  return [
    `== Causes at ${threshold.toFixed(2)}, header fields and cells of rows ==`,
    ...textTable([
      ['', ...columns.map(({ title }) => title)],
      ...causes.map((cause) => line(cause, (mistake) => mistake.cause === cause)),
      line('wrong, and accepted', ({ leaf }) => leaf.verdict === 'wrong' && leaf.score >= threshold),
    ]),
    '',
  ].join('\n');
}

/** Lists each mistake on a line, by cause, to show what to improve next. For the unseen third it gives only the number. */
export function confusionList(asked: readonly AnsweredDocument[], threshold: number): string {
  const found = mistakesOf(asked, threshold);
  const shown = found.filter((mistake) => !isUnseen(mistake));
  const unseen = count(asked.filter(isUnseen).length, 'document');
  return [
    `Mistakes at ${threshold.toFixed(2)}; left out: ${count(found.length - shown.length, 'mistake')} in ${unseen} of the unseen third`,
    ...causes.flatMap((cause) => section(cause, shown)),
    '',
  ].join('\n');
}

function section(cause: EvalMistake['cause'], mistakes: readonly EvalMistake[]): readonly string[] {
  const these = mistakes.filter((mistake) => mistake.cause === cause);
  return these.length === 0 ? [] : ['', `== ${cause}: ${these.length} ==`, ...these.map(line)];
}

/** The answered value, the true one, what the answered value really is, and the words it was read from. */
function line({ document: { id, textLayer }, leaf, really }: EvalMistake): string {
  const { path, field, value, verdict, truth, score, words } = leaf;
  const taken = verdict === 'right' ? JSON.stringify(value) : `${JSON.stringify(value)}, not ${JSON.stringify(truth)}`;
  const from = words === '' ? '' : `; from ${JSON.stringify(words)}`;
  return `${id} (${textLayer}) ${path ?? `$.line_items[].${field}`} ${score.toFixed(2)}: ${taken}: ${really}${from}`;
}
