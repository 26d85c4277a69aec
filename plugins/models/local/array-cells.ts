import { type Cell, type CellConfidence, concrete, type Field, isPlainRow, requireFewCells } from '../../../core/index.js';
import { type ColumnConcept, columnLabels, columnsIn, conceptOf, fieldLabels, labelIn, taxPartOf } from '../../../core/text.js';
import { cell, type Find } from './find.js';
import type { DocumentFindings } from './findings.js';
import type { ItemCell, TableItem } from './table/body.js';
import type { ItemTable } from './table/table.js';
import { columnInCurrency } from './values/currency.js';

/** One cell for each leaf of each row. A column that the table does not have is null in every row. */
export function rowCells(fields: readonly Field[], findings: DocumentFindings): readonly Cell[] {
  const wanted = fields.flatMap((field) => {
    const concept = conceptOf(field);
    return concept && isColumn(concept) ? [{ path: field.path, concept }] : [];
  });
  const table = wanted.length > 0 ? findings.table() : undefined;
  if (!table) return [];
  const arrays = new Set(wanted.map(({ path }) => arrayOf(path)));
  const columns = fields.filter(({ path }) => arrays.has(arrayOf(path))).map((field) => ({ field, pick: pickerFor(field, table) }));
  requireFewCells(table.items.length * columns.length);
  const left = columnsLeft(table, columns);
  return table.items.flatMap((item, row) =>
    columns.map((column) => {
      const found = column.pick(item);
      const { confidence } = isPerhapsLeft(column, left) ? unsure : table;
      return cellIn(confidence, column.field, { found, path: concrete(column.field.path, [row]) });
    }),
  );
}

const unsure = { confidence: 'unsure' } as const;

interface WantedColumn {
  readonly field: Field;
  pick(item: TableItem): ItemCell | undefined;
}

/** What a table and a question have left when the columns that are known are placed. */
interface ColumnsLeft {
  /** Whether the table prints figures in a column that no field takes. */
  readonly printed: boolean;
  /** Whether the table has no headers, so that only the place of its amounts says what they are. */
  readonly unnamed: boolean;
  /** The fields that no column was found for. */
  readonly wanted: readonly Field[];
}

function columnsLeft({ items, headers }: ItemTable, columns: readonly WantedColumn[]): ColumnsLeft {
  const taken = new Set(items.flatMap((item) => columns.flatMap(({ pick }) => keyOf(pick(item)) ?? [])));
  const isFree = (at: number): boolean =>
    items.filter(({ columns: cells }) => cells[at]?.number !== undefined && !taken.has(keyOf(cells[at]) ?? '')).length * 2 > items.length;
  return {
    unnamed: headers.length === 0,
    printed: headers.some((header, at) => !isCounted(header) && isFree(at)),
    wanted: columns.flatMap(({ field, pick }) => (items.some((item) => pick(item) !== undefined) ? [] : [field])),
  };
}

/** Columns that number the rows, or say what part of an amount is tax. */
const isCounted = (header: string): boolean => columnsIn(header).some(({ name }) => counted.has(name)) || /^\W*$/u.test(header);
const counted: ReadonlySet<ColumnConcept> = new Set(['line_position', 'line_code', 'line_tax_rate', 'line_tax', 'line_discount']);

const keyOf = (cell: ItemCell | undefined): string | undefined => cell && `${cell.line.number} ${cell.value}`;

/**
 * Whether a column may hold what a field asks for although it was not found there, or was taken for another field: `Gesamtkosten` beside
 * `Ihr Anteil`, for `total_cost` and `share`.
 */
function isPerhapsLeft({ field }: WantedColumn, { printed, unnamed, wanted }: ColumnsLeft): boolean {
  if (field.type === 'string') return false;
  if (printed && wanted.includes(field)) return true;
  return (printed || unnamed) && conceptOf(field) === 'line_amount' && wanted.some((other) => other.type !== 'string' && !conceptOf(other));
}

/** One cell for each leaf of each tax, for arrays of taxes. */
export function taxCells(fields: readonly Field[], findings: DocumentFindings): readonly Cell[] {
  const arrays = new Set(fields.filter((field) => taxPartOf(field)).map(({ path }) => arrayOf(path)));
  const wanted = fields.filter(({ path }) => arrays.has(arrayOf(path)));
  const taxes = wanted.length > 0 ? findings.taxes() : [];
  return taxes.flatMap((tax, row) =>
    wanted.map((field) => {
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

const isColumn = (concept: string): concept is ColumnConcept => Object.hasOwn(columnLabels, concept);

const arrayOf = (path: string): string => (path.includes('[]') ? path.slice(0, path.indexOf('[]')) : '');

/** Picks a field's cell from a row: from the column of its concept, else from the column whose header consists of the field's own words. */
function pickerFor(field: Field, { headers }: ItemTable): (item: TableItem) => ItemCell | undefined {
  const concept = conceptOf(field);
  const inCurrency = columnInCurrency(field, headers);
  if (inCurrency !== undefined) return ({ columns }) => columns[inCurrency];
  if (concept) return ({ cells }) => (isColumn(concept) ? cells[concept] : undefined);
  const own = { words: fieldLabels(field) };
  const column = headers.findIndex((header) => labelIn(header, own)?.concept === 'own');
  return ({ columns }) => columns[column];
}

/** If it is unsure whether the row is an item at all, a null in it is unsure as well. */
function cellIn(confidence: CellConfidence, field: Field, { found, path }: { found: ItemCell | undefined; path: string }): Cell {
  const answer = cell(field, findIn(found, confidence), path);
  return answer.value === null && confidence === 'unsure' ? { ...answer, confidence } : answer;
}

const findIn = (found: ItemCell | undefined, confidence: CellConfidence): Find | undefined =>
  found && { value: found.value, page: found.line.page, quote: found.quote, confidence: found.confidence ?? confidence, reason: 'exact' };
