import type { Field, Json, Schema } from '../../../core/index.js';
import { documentsIn, type FileAnswer, valueAt } from './answer.js';
import { scoreOfAnswer, stateOf } from './state-of.js';

/** A table for a spreadsheet. */
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
    return [answer.file, state, why, scoreOfAnswer(answer), ...single.map(({ path }) => valueIn(answer, path))];
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
  answer.kind === 'answered' && answer.body.object ? valueAt(answer.body.object, path) : null;

const csv = (rows: readonly (readonly Json[])[]): string => `\u{feff}${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

/** Unknown is empty. A text that a spreadsheet would take for a formula gets an apostrophe. Source: OWASP, CSV injection. */
function cell(value: Json): string {
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
