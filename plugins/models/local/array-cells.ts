import { type Cell, concrete, type Field, isPlainRow } from '../../../core/index.js';
import { columns as columnHeaders, ownWords, requireFewCells, taxPartOf } from '../../../core/internal.js';
import { type ColumnConcept, conceptOf, labelIn } from '../../../core/text.js';
import { cell, type Find } from './find.js';
import type { DocumentFindings } from './findings.js';
import type { ItemCell, TableItem } from './table/item.js';
import type { ItemTable } from './table/table.js';
import { columnInCurrency } from './values/in-currency.js';

/** One cell for each leaf of each row. A column that the table does not have is null in every row. */
export function rowCells(fields: readonly Field[], findings: DocumentFindings): readonly Cell[] {
  const asked = fields.flatMap((field) => {
    const concept = conceptOf(field);
    return concept && isColumn(concept) ? [{ path: field.path, concept }] : [];
  });
  const table = asked.length > 0 ? findings.table() : undefined;
  if (!table) return [];
  const arrays = new Set(asked.map(({ path }) => arrayOf(path)));
  const columns = fields.filter(({ path }) => arrays.has(arrayOf(path))).map((field) => ({ field, pick: pickerFor(field, table) }));
  requireFewCells(table.items.length * columns.length);
  return table.items.flatMap((item, row) =>
    columns.map(({ field, pick }) => cellIn(table, field, { found: pick(item), path: concrete(field.path, [row]) })),
  );
}

/** One cell for each leaf of each tax, for arrays of taxes. */
export function taxCells(fields: readonly Field[], findings: DocumentFindings): readonly Cell[] {
  const arrays = new Set(fields.filter((field) => taxPartOf(field)).map(({ path }) => arrayOf(path)));
  const asked = fields.filter(({ path }) => arrays.has(arrayOf(path)));
  const taxes = asked.length > 0 ? findings.taxes() : [];
  return taxes.flatMap((tax, row) =>
    asked.map((field) => {
      const part = taxPartOf(field);
      return cell(field, part && tax[part], concrete(field.path, [row]));
    }),
  );
}

/** One cell for each plain value of an array such as `order_numbers[]`. */
export function plainCells(fields: readonly Field[], findings: DocumentFindings): readonly Cell[] {
  return fields
    .filter(({ path }) => isPlainRow(path))
    .flatMap((field) => findings.all(field).map((find, row) => cell(field, find, concrete(field.path, [row]))));
}

const isColumn = (concept: string): concept is ColumnConcept => Object.hasOwn(columnHeaders, concept);

const arrayOf = (path: string): string => (path.includes('[]') ? path.slice(0, path.indexOf('[]')) : '');

/** Picks a field's cell from a row: from the column of its concept, else from the column whose header consists of the field's own words. */
function pickerFor(field: Field, { headers }: ItemTable): (item: TableItem) => ItemCell | undefined {
  const concept = conceptOf(field);
  const inCurrency = columnInCurrency(field, headers);
  if (inCurrency !== undefined) return ({ columns }) => columns[inCurrency];
  if (concept) return ({ cells }) => (isColumn(concept) ? cells[concept] : undefined);
  const own = { words: ownWords(field) };
  const column = headers.findIndex((header) => labelIn(header, own)?.concept === 'own');
  return ({ columns }) => columns[column];
}

/** If it is unsure whether the row is an item at all, a null in it is unsure as well. */
function cellIn({ confidence }: ItemTable, field: Field, { found, path }: { found: ItemCell | undefined; path: string }): Cell {
  const answer = cell(field, findIn(found, confidence), path);
  return answer.value === null && confidence === 'unsure' ? { ...answer, confidence } : answer;
}

const findIn = (found: ItemCell | undefined, confidence: ItemTable['confidence']): Find | undefined =>
  found && { value: found.value, page: found.line.page, quote: found.quote, confidence: found.confidence ?? confidence, reason: 'exact' };
