import { decimal } from '../../../core/index.js';
import { type AnswerState, documentsIn, type FileAnswer, stateOf } from '../../export/file-answers.js';
import { printable } from '../../report/html.js';
import { columns, shorten, type TextStyles } from '../terminal.js';

const shownRows = 20;

/** What a run over several files came to: those that a person should look at, a line each, and how many there are of each kind. */
export function runTable(answers: readonly FileAnswer[], threshold: number, styles: TextStyles): string {
  const found = answers.flatMap(documentsIn).map((answer) => ({ file: answer.file, ...stateOf(answer, threshold) }));
  const toLookAt = found.filter(({ state }) => state !== 'done');
  const colour = { done: styles.good, doubtful: styles.warn, failed: styles.bad } as const;
  const rows = toLookAt
    .slice(0, shownRows)
    .map(({ file, state, why }) => [printable(file), colour[state](state), styles.faint(shorten(why, 80))]);
  const more = toLookAt.length > shownRows ? [`  … and ${toLookAt.length - shownRows} more`] : [];
  const count = (wanted: AnswerState): string => `${found.filter(({ state }) => state === wanted).length} ${wanted}`;
  const total = [
    `${answers.length} files`,
    ...(found.length > answers.length ? [`${found.length} documents`] : []),
    ...(['done', 'doubtful', 'failed'] as const).map(count),
    creditsOf(answers),
    ...costOf(answers),
  ];
  return `${[...columns(rows, 2), ...more, total.join(styles.faint(' · '))].join('\n')}\n`;
}

function creditsOf(answers: readonly FileAnswer[]): string {
  const credits = answers.reduce((sum, answer) => sum + (answer.kind === 'answered' ? answer.body.metadata.credits : 0), 0);
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** What it cost, where answers say so; an unknown cost makes the sum unknown. */
function costOf(answers: readonly FileAnswer[]): readonly string[] {
  const usages = answers.flatMap((answer) => (answer.kind === 'answered' && answer.body.usage ? [answer.body.usage] : []));
  const [currency] = usages.flatMap((usage) => usage.currency ?? []);
  if (currency === undefined) return [];
  const costs = usages.flatMap(({ cost }) => cost ?? []);
  if (costs.length < usages.length) return ['unknown cost'];
  return [`${costs.reduce((sum, cost) => sum.plus(cost), decimal(0))} ${currency}`];
}
