import type { StatedInvoice, StatedValue } from '../contracts/document.js';
import type { Cell, Reading, ReadTask } from '../contracts/model.js';
import type { Field } from '../contracts/schema.js';
import { conceptOf } from '../evidence/labels/concepts/concepts.js';
import { concrete, template } from '../schema/path.js';

/**
 * Takes what the document states by itself, and asks the reader for the other fields; not at all where there are none. The other columns
 * of stated rows are the reader's where it saw as many rows; else nothing says which row they belong to, and they stay unanswered.
 */
export async function withStated(task: ReadTask, read: (task: ReadTask) => Promise<Reading>): Promise<Reading> {
  const { stated } = task.document;
  if (!stated) return read(task);
  const cells = task.fields.flatMap((field) => cellsOf(field, stated));
  const reading = await withoutStated(task, read);
  const arrays = new Set(cells.flatMap(({ path }) => arrayOf(path) ?? []));
  const seen = new Set(reading.cells.flatMap(({ path }) => (arrays.has(arrayOf(path) ?? '') ? [rowOf(path)] : [])));
  const isPlaced = ({ path }: Cell): boolean => !arrays.has(arrayOf(path) ?? '') || seen.size === stated.lines.length;
  return { ...reading, cells: [...cells, ...reading.cells.filter(isPlaced)] };
}

/** Asks the reader only for what the document does not state, and takes no other answer; it is not asked where nothing is left. */
export async function withoutStated(task: ReadTask, read: (task: ReadTask) => Promise<Reading>): Promise<Reading> {
  const { stated } = task.document;
  if (!stated) return read(task);
  const known = new Set(task.fields.filter((field) => cellsOf(field, stated).length > 0).map(({ path }) => path));
  const others = task.fields.filter(({ path }) => !known.has(path));
  if (others.length === 0) return { cells: [] };
  const reading = await read({ ...task, fields: others });
  return { ...reading, cells: reading.cells.filter(({ path }) => !known.has(template(path))) };
}

/** A column that any row states is stated for all of them: a row without it has none. */
function cellsOf(field: Field, { header, lines }: StatedInvoice): readonly Cell[] {
  const concept = conceptOf(field);
  if (!concept) return [];
  const marks = field.path.split('[]').length - 1;
  if (marks === 0) return header.has(concept) ? [cellOf(field.path, header.get(concept))] : [];
  if (marks > 1 || !concept.startsWith('line_') || !lines.some((line) => line.has(concept))) return [];
  return lines.map((line, row) => cellOf(concrete(field.path, [row]), line.get(concept)));
}

const cellOf = (path: string, stated: StatedValue | undefined): Cell => ({
  path,
  value: stated?.value ?? null,
  page: stated?.page ?? null,
  quote: stated?.quote ?? null,
  confidence: 'certain',
  reason: 'exact',
});

/** '$.line_items[2].amount' → '$.line_items'; undefined outside of arrays. */
const arrayOf = (path: string): string | undefined => /^[^[]*(?=\[)/.exec(path)?.[0];

/** '$.line_items[2].amount' → '$.line_items[2]' */
const rowOf = (path: string): string => path.slice(0, path.indexOf(']') + 1);
