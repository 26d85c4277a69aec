import {
  type Cell,
  type ColumnConcept,
  columns,
  conceptOf,
  concrete,
  type Field,
  type Reading,
  type ReadTask,
} from '../../../core/index.js';
import type { Effort } from './effort.js';
import type { Find } from './find.js';
import { type Findings, findingsOf } from './findings.js';
import type { Item } from './items.js';
import { layOut } from './layout.js';
import { findOwn } from './own.js';
import type { Table } from './table.js';

/**
 * Reads a document by its words alone: what is printed, where, and how sure the place makes it.
 * @throws the signal's reason when it fires in between.
 */
export function readPages({ document, fields, signal }: ReadTask, effort: Effort): Reading {
  const sheet = layOut(document, effort, signal);
  const findings = findingsOf(sheet);
  const cells = fields
    .filter(({ path }) => !path.includes('[]'))
    .map((field) => {
      signal.throwIfAborted();
      const concept = conceptOf(field);
      return cell(field.path, concept ? findings.of(concept) : findOwn(sheet, field));
    });
  return { cells: [...cells, ...lineCells(fields, findings)] };
}

const cell = (path: string, find: Find | undefined): Cell => ({
  path,
  ...(find ?? { value: null, page: null, quote: null, confidence: 'likely', reason: 'exact' }),
});

/** One cell for each leaf of each row; a column that the table does not have is null in every row. */
function lineCells(fields: readonly Field[], findings: Findings): readonly Cell[] {
  const asked = fields.flatMap((field) => {
    const concept = conceptOf(field);
    return concept && isColumn(concept) ? [{ path: field.path, concept }] : [];
  });
  const table = asked.length > 0 ? findings.table() : undefined;
  if (!table) return [];
  const arrays = new Set(asked.map(({ path }) => arrayOf(path)));
  const wanted = fields.filter(({ path }) => arrays.has(arrayOf(path)));
  return table.items.flatMap((item, row) =>
    wanted.map(({ path }) => cell(concrete(path, [row]), inItem(table, item, asked.find((other) => other.path === path)?.concept))),
  );
}

const isColumn = (concept: string): concept is ColumnConcept => Object.hasOwn(columns, concept);

const arrayOf = (path: string): string => path.slice(0, path.indexOf('[]'));

function inItem({ confidence }: Table, { cells }: Item, concept: ColumnConcept | undefined): Find | undefined {
  const found = concept && cells[concept];
  return found && { value: found.value, page: found.line.page, quote: found.quote, confidence, reason: 'exact' };
}
