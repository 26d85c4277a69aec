import { decimal, type Field, type Json, type Schema } from '../../../core/index.js';
import { valueAt } from '../../client/evidence.js';
import { metaOf } from '../../report/content.js';
import { printable } from '../../report/html.js';
import { columns, shorten, type TextStyles } from '../terminal.js';
import { documentsIn, type FileAnswer, failureOf } from './answer.js';

export interface CsvTable {
  /** The list of the schema whose rows it has; undefined for that of the documents. */
  readonly list?: string;
  readonly text: string;
}

/**
 * The answers as tables: one row a document, and for each list of the schema a table with one row an item. They are what RFC 4180 describes, in
 * UTF-8 with a byte order mark, without which spreadsheets take it for another encoding.
 */
export function csvTables(files: readonly FileAnswer[], schema: Schema, threshold: number): readonly CsvTable[] {
  const answers = files.flatMap(documentsIn);
  const single = schema.fields.filter(({ path }) => !path.includes('[]'));
  const lists = [
    ...Map.groupBy(
      schema.fields.filter(({ path }) => path.includes('[]')),
      ({ path }) => listOf(path),
    ),
  ];
  const documents = answers.map((answer) => {
    const { state, why } = stateOf(answer, threshold);
    return [answer.file, state, why, confidenceOf(answer), ...single.map(({ path }) => valueIn(answer, path))];
  });
  return [
    { text: csv([['file', 'state', 'why', 'confidence', ...single.map(({ path }) => nameOf(path))], ...documents]) },
    ...lists.map(([list, fields]) => ({
      list: nameOf(list),
      text: csv([headerOf(list, fields), ...answers.flatMap((answer) => itemsOf(answer, list, fields))]),
    })),
  ];
}

/** `$.line_items` of `$.line_items[].amount`; the innermost of lists in lists are left in their cell. */
const listOf = (path: string): string => path.slice(0, path.indexOf('[]'));
const nameOf = (path: string): string => path.replace(/^\$\.?/, '');
const headerOf = (list: string, fields: readonly Field[]): readonly string[] => [
  'file',
  'item',
  ...fields.map(({ path }) => path.slice(list.length + 2).replace(/^\./, '') || 'value'),
];

function itemsOf(answer: FileAnswer, list: string, fields: readonly Field[]): readonly (readonly Json[])[] {
  const items = valueIn(answer, list);
  if (!Array.isArray(items)) return [];
  return items.map((_, index) => [answer.file, index + 1, ...fields.map(({ path }) => valueIn(answer, path.replace('[]', `[${index}]`)))]);
}

const valueIn = (answer: FileAnswer, path: string): Json =>
  answer.kind === 'answered' && answer.body.object ? (valueAt(answer.body.object, path) ?? null) : null;

const csv = (rows: readonly (readonly Json[])[]): string => `\u{feff}${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

/** Unknown is empty. A text that a spreadsheet would take for a formula gets an apostrophe. Source: OWASP, CSV injection. */
function cell(value: Json): string {
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

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

/** What a person has to do about an answer: nothing, look at it, or see why there is none. */
type AnswerState = 'done' | 'doubtful' | 'failed';

interface StateOfAnswer {
  readonly state: AnswerState;
  /** Why it is not done; '' where it is. */
  readonly why: string;
}

/** An answer is doubtful when one of its values is under the threshold, or a check of it has FAILED. */
function stateOf(answer: FileAnswer, threshold: number): StateOfAnswer {
  const failure = failureOf(answer);
  if (failure !== undefined || answer.kind === 'refused') return { state: 'failed', why: failure ?? '' };
  const low = metaOf(answer.body.object)
    .entries.map(({ field, score }) => ({ field: nameOf(String(field)), score: Number(score ?? 0) }))
    .filter(({ score }) => score < threshold);
  const [least, ...others] = low.toSorted((a, b) => a.score - b.score);
  const doubts = [
    ...(answer.body.verification?.status === 'FAILED' ? ['verification FAILED'] : []),
    ...(least ? [`${least.field} ${least.score.toFixed(2)}${others.length > 0 ? ` and ${others.length} more` : ''}`] : []),
  ];
  return doubts.length > 0 ? { state: 'doubtful', why: doubts.join(', ') } : { state: 'done', why: '' };
}

const confidenceOf = (answer: FileAnswer): number | null =>
  answer.kind === 'answered' ? (metaOf(answer.body.object).confidence ?? null) : null;
