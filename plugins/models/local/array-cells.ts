import {
  type Cell,
  type CellConfidence,
  concrete,
  type EmptyArray,
  type Field,
  isPlainRow,
  requireFewCells,
  template,
} from '../../../core/index.js';
import {
  type ColumnConcept,
  type Concept,
  columnIn,
  columnLabels,
  columnsIn,
  conceptKind,
  conceptOf,
  type DocumentIndex,
  fieldLabels,
  labelIn,
  nameParts,
  type PageLine,
  taxPartOf,
  wholeLabels,
} from '../../../core/text.js';
import { cell, type Find } from './find.js';
import type { DocumentFindings } from './findings.js';
import type { DocumentLayout } from './layout.js';
import { type ItemCell, kindOf, type TableItem } from './table/body.js';
import { isChosen } from './table/chosen-rows.js';
import { holdsNumbers } from './table/header.js';
import { ownRows } from './table/own-table.js';
import type { ItemTable } from './table/table.js';
import { columnInCurrency } from './values/currency.js';
import { dayIn } from './values/dates.js';

/** One cell for each leaf of each row. A column that the table does not have is null in every row. */
export function rowCells(fields: readonly Field[], findings: DocumentFindings, { lines, index }: DocumentLayout): readonly Cell[] {
  const wanted = fields.flatMap((field) => {
    const concept = conceptOf(field);
    return concept && isColumn(concept) ? [{ path: field.path, concept }] : [];
  });
  const table = wanted.length > 0 ? findings.table() : undefined;
  if (!table) return [];
  const members = Map.groupBy(fields, ({ path }) => arrayOf(path));
  const arrays = new Set(wanted.map(({ path }) => arrayOf(path)).filter((array) => isOfItems(members.get(array) ?? [])));
  const asked = fields
    .filter(({ path }) => arrays.has(arrayOf(path)))
    .map((field) => ({ field, isPartly: isPartly(field, table), pick: pickerFor(field, table) }));
  const thin = thinArrays(asked, table);
  const columns = asked.filter(({ field }) => !thin.has(arrayOf(field.path)));
  requireFewCells(table.items.length * columns.length);
  const left = columnsLeft(table, asked);
  const own = arrayOfTable(asked, table);
  const rows: ReadRows = { table, columns: asked, lines, rate: findings.of('tax_rate') };
  return table.items.flatMap((item, row) =>
    columns.map((column) => {
      const found = withDay(column.field, column.pick(item), index);
      if (isChosen(column.field)) return cellIn('guess', column.field, { found, path: concrete(column.field.path, [row]) });
      const isDoubted =
        column.isPartly ||
        arrayOf(column.field.path) !== own ||
        isTwice(column, row, rows) ||
        isPerhapsLeft(column, left) ||
        mayHoldMore(column.field, found, left) ||
        (found === undefined && mayBePrinted(row, column.field, rows));
      return cellIn(isDoubted ? 'unsure' : table.confidence, column.field, { found, path: concrete(column.field.path, [row]) });
    }),
  );
}

/** A cell of a column of days: `02 May` is the day that it is in this document. */
function withDay({ format, type }: Field, found: ItemCell | undefined, index: DocumentIndex): ItemCell | undefined {
  const day = found && type === 'string' && format === 'date' ? dayIn(found.value, found.line, index) : undefined;
  return found && day !== undefined ? { ...found, value: day } : found;
}

/**
 * The arrays of which the table has no more than half of the columns, and whose names say nothing of items: instalments have days and amounts. Their rows
 * stand elsewhere.
 */
function thinArrays(columns: readonly WantedColumn[], { items }: ItemTable): ReadonlySet<string> {
  const plain = columns.filter(({ field }) => !field.enum);
  const arrays = [...Map.groupBy(plain, ({ field }) => arrayOf(field.path))];
  return new Set(arrays.flatMap(([array, members]) => (shareFound(members, items) <= thinShare && !namesItems(array) ? [array] : [])));
}
const thinShare = 0.5;

const isFound = ({ pick }: WantedColumn, items: ItemTable['items']): boolean => items.some((item) => pick(item) !== undefined);

/** How much of the columns a table has, 0..1. */
const shareFound = (columns: readonly WantedColumn[], items: ItemTable['items']): number =>
  columns.filter((column) => isFound(column, items)).length / columns.length;

function namesItems(array: string): boolean {
  const { atoms } = nameParts(array.split('.').at(-1) ?? '');
  return atoms.has('item') || atoms.has('line');
}

/** Of several arrays of items the one whose columns the table has most of; none where two have as many. The others may be of other rows. */
function arrayOfTable(columns: readonly WantedColumn[], { items }: ItemTable): string | undefined {
  const arrays = [...Map.groupBy(columns, ({ field }) => arrayOf(field.path))].map(([array, members]) => ({
    array,
    share: shareFound(members, items),
  }));
  const [best, next] = arrays.toSorted((a, b) => b.share - a.share);
  return best?.share === next?.share ? undefined : best?.array;
}

/** Whether fields ask for rows of items: for a number of theirs, or mostly for columns that are known. A name alone is that of anything. */
function isOfItems(fields: readonly Field[]): boolean {
  const known = fields.flatMap((field) => conceptOf(field) ?? []).filter(isColumn);
  return known.some(holdsNumbers) || known.length * 2 >= fields.length;
}

/** A table with the columns that a schema asks of it, among the lines of its document. */
interface ReadRows {
  readonly table: ItemTable;
  readonly columns: readonly WantedColumn[];
  readonly lines: readonly PageLine[];
  /** The rate of tax that the document states somewhere. */
  readonly rate: Find | undefined;
}

interface WantedColumn {
  readonly field: Field;
  /** Set where the header has only a part of the field's words: `Tax` for a `tax_code`. */
  readonly isPartly: boolean;
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
    wanted: columns.flatMap((column) => (isFound(column, items) ? [] : [column.field])),
  };
}

/** Columns that number the rows, or say what part of an amount is tax. */
const isCounted = (header: string): boolean => columnsIn(header).some(({ name }) => counted.has(name)) || /^\W*$/u.test(header);
const counted: ReadonlySet<ColumnConcept> = new Set(['line_position', 'line_code', 'line_tax_rate', 'line_tax', 'line_discount']);

const keyOf = (cell: ItemCell | undefined): string | undefined => cell && `${cell.line.number} ${cell.words ?? cell.value}`;

/**
 * Whether a column may hold what a field asks for although it was not found there, or was taken for another field: `Gesamtkosten` beside
 * `Ihr Anteil`, for `total_cost` and `share`.
 */
function isPerhapsLeft({ field }: WantedColumn, { printed, unnamed, wanted }: ColumnsLeft): boolean {
  if (field.type === 'string') return false;
  if (printed && wanted.includes(field)) return true;
  const isRival = (other: Field): boolean => !conceptOf(other) && (other.type !== 'string' || (unnamed && other.enum !== undefined));
  return (printed || unnamed) && conceptOf(field) === 'line_amount' && wanted.some(isRival);
}

/** Whether a description may hold what another field asks for that no column was found for: a title and its explanation, or a code. */
const mayHoldMore = (field: Field, found: ItemCell | undefined, { wanted }: ColumnsLeft): boolean =>
  found !== undefined &&
  conceptOf(field) === 'line_description' &&
  wanted.some((other) => other.type === 'string' && other.enum === undefined && besides.has(conceptOf(other)));
const besides = new Set<Concept | undefined>([undefined, 'line_code']);

/** Whether another column gives the cell that this one gives, or a text that its text begins with: one of them is not its column. */
function isTwice(column: WantedColumn, row: number, { table, columns }: ReadRows): boolean {
  const item = table.items[row];
  return item !== undefined && columns.some((other) => other !== column && isSame(column, other, item));
}

function isSame(column: WantedColumn, other: WantedColumn, item: TableItem): boolean {
  const [found, given] = [column.pick(item), other.pick(item)];
  if (!found || !given) return false;
  if ([column, other].every(({ field }) => field.type === 'string' && field.enum === undefined))
    return `${found.value} `.startsWith(`${given.value} `);
  const isOne = found.line === given.line && found.quote === given.quote && (found.words ?? found.value) === (given.words ?? given.value);
  return isOne && [column, other].some(({ field }) => conceptOf(field) === undefined);
}

/** Whether a value that no column holds may be printed all the same: in the rows of its item, or as the one rate of tax of the document. */
const mayBePrinted = (row: number, field: Field, rows: ReadRows): boolean =>
  (conceptOf(field) === 'line_tax_rate' && rows.rate !== undefined) || leavesNumbers(row, field, rows);

/**
 * Whether the rows of an item, up to the items beside it, print a number that no cell has and no header explains: it may be what a field asks
 * for that has none. A name may hold numbers, but one that opens it may as well be a position or a count.
 */
function leavesNumbers(row: number, field: Field, { table: { items, headers }, columns, lines }: ReadRows): boolean {
  const item = items[row];
  if (!item) return false;
  const concept = conceptOf(field);
  const known = Object.entries(item.cells).flatMap(([name, cell]) => (isOther(name, concept) ? [cell] : []));
  const headed = item.columns.filter((_, at) => isOther(columnIn(headers[at] ?? ''), concept));
  const explained = [...columns.map(({ pick }) => pick(item)), ...known, ...headed].flatMap((cell) => (cell ? numbersOf(cell) : []));
  const { number, page } = item.line;
  const [above, below] = [items[row - 1]?.line.number ?? number - 1, items[row + 1]?.line.number ?? number + 2];
  const own = lines.slice(above + 1, below).filter((line) => line.page === page && kindOf(line) === 'row');
  return own.some(({ numbers }) => numbers.some(({ text }) => !explained.includes(text)));
}

/** The words of a cell that may be numbers: all of it where it is one, else those behind its first word. */
const numbersOf = ({ value, number }: ItemCell): readonly string[] => (number ? [value, ...value.split(' ')] : value.split(' ').slice(1));

/** Whether a column of one concept cannot be that of another. One that names a tax may hold its rate or its amount. */
const isOther = (column: string | undefined, concept: string | undefined): boolean =>
  column !== undefined && column !== concept && !(taxes.has(column) && taxes.has(concept));
const taxes: ReadonlySet<string | undefined> = new Set<Concept>(['line_tax', 'line_tax_rate']);

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

/** One cell for each plain value of an array: of a column of the items, `descriptions[]`, or all that a document states, `order_numbers[]`. */
export function plainCells(fields: readonly Field[], findings: DocumentFindings): readonly Cell[] {
  const plain = fields.filter(({ path }) => isPlainRow(path));
  return plain.flatMap((field) =>
    (columnOfItems(field, findings) ?? findings.all(field)).map((find, row) => cell(field, find, concrete(field.path, [row]))),
  );
}

/** The values of the column of the items that a list of plain values asks for; undefined where it asks for none, or the document has none. */
function columnOfItems(field: Field, findings: DocumentFindings): readonly Find[] | undefined {
  const concept = conceptOf(field);
  const column = concept === undefined || isColumn(concept) || conceptKind(concept) === 'amount' ? columnListed(field) : undefined;
  if (column === undefined) return undefined;
  const { items, confidence } = findings.table() ?? { items: [], confidence: 'unsure' };
  const values = items.flatMap(({ cells }) => findIn(cells[column], confidence) ?? []);
  return values.length > 0 ? values : undefined;
}

/** The column that a list names by its header, `amounts`, or by the word for items; several totals are those of no item. */
function columnListed(field: Field): ColumnConcept | undefined {
  const words = fieldLabels(field).flatMap((label) => [label, label.replace(/s$/, '')]);
  const [named] = words.flatMap((header) => columnsIn(header).filter(({ from, to }) => from === 0 && to === header.length));
  if (named) return listed.has(named.name) && !nameParts(field.names.at(-1) ?? '').atoms.has('total') ? named.name : undefined;
  return field.type === 'string' && namesItems(arrayOf(field.path)) ? 'line_description' : undefined;
}
const listed: ReadonlySet<ColumnConcept> = new Set<ColumnConcept>([
  'line_description', 'line_quantity', 'line_unit_price', 'line_amount', 'line_code',
]); // biome-ignore format: a list

/**
 * The rows of a reading, with those under headers that the fields of an array name: of arrays that have none, and of one whose name is the heading of its
 * own table among several, `Receipts` and `Deductions`.
 */
export function withOwnRows(rows: readonly Cell[], fields: readonly Field[], layout: DocumentLayout): readonly Cell[] {
  const filled = new Set(rows.map(({ path }) => arrayOf(template(path))));
  const arrays = Map.groupBy(
    fields.filter(({ path }) => path.includes('[]') && !isPlainRow(path)),
    ({ path }) => arrayOf(path),
  );
  const own = new Map([...arrays].map(([array, members]) => [array, ownRows(members, layout, { headed: filled.has(array) })]));
  const kept = rows.filter(({ path }) => (own.get(arrayOf(template(path))) ?? []).length === 0);
  return [...kept, ...[...own.values()].flat()];
}

/**
 * The arrays without rows of which the reader cannot tell whether it has missed some: those that only their own words could have found, and
 * those of whose form a value is left.
 */
export function emptyArrays(fields: readonly Field[], rows: readonly Cell[], isLeft: (field: Field) => boolean): readonly EmptyArray[] {
  const filled = new Set(rows.map(({ path }) => arrayOf(template(path))));
  const arrays = Map.groupBy(
    fields.filter(({ path }) => path.includes('[]')),
    ({ path }) => arrayOf(path),
  );
  return [...arrays]
    .filter(([array, members]) => !filled.has(array) && (!members.some(isKnown) || members.some(isLeft)))
    .map(([array]) => ({ array, confidence: 'unsure' }));
}

/** Whether the reader knows the columns, the labels or the shape of a field's values. */
const isKnown = (field: Field): boolean => conceptOf(field) !== undefined || taxPartOf(field) !== undefined;

const isColumn = (concept: string | undefined): concept is ColumnConcept => concept !== undefined && Object.hasOwn(columnLabels, concept);

const arrayOf = (path: string): string => (path.includes('[]') ? path.slice(0, path.indexOf('[]')) : '');

/** Picks a field's cell from a row: from the column of its concept, else from the column whose header consists of the field's own words. */
function pickerFor(field: Field, { headers, items }: ItemTable): CellPicker {
  const concept = conceptOf(field);
  const named = columnInCurrency(field, headers) ?? columnOfYear(field, headers);
  if (named !== undefined) return ({ columns }) => columns[named];
  if (concept === 'line_code') return withoutNumbers(({ cells }) => cells.line_code, items);
  if (concept === 'line_unit') return ({ cells: { line_unit: unit, line_quantity: quantity } }) => unit && withoutQuantity(unit, quantity);
  if (concept === 'line_quantity' && isWithUnit(field)) return ({ cells: { line_quantity: quantity } }) => inWords(quantity);
  if (concept && concept !== 'line_amount') return ({ cells }) => (isColumn(concept) ? cells[concept] : undefined);
  const headed = columnOf(field, headers);
  if (concept) return (item) => freeCellIn(item, headed) ?? item.cells[concept];
  return field.type === 'string' ? withoutNumbers(({ columns }) => inWords(columns[headed]), items) : ({ columns }) => columns[headed];
}

/** Whether a quantity is asked for as a text, and its unit nowhere else: `7 days`. */
const isWithUnit = ({ type, beside = [] }: Field): boolean =>
  type === 'string' && !beside.some((name) => nameParts(name).atoms.has('unit'));

const inWords = (cell: ItemCell | undefined): ItemCell | undefined => (cell?.words === undefined ? cell : { ...cell, value: cell.words });

/** A unit without the quantity of the narrow column before it: `1 pcs`. Another number is that of the price's basis: `100 pcs`. */
function withoutQuantity(unit: ItemCell, quantity: ItemCell | undefined): ItemCell {
  const [, number, rest] = /^(\d[\d.,]*)\s+(\p{L}.*)$/u.exec(unit.value) ?? [];
  return rest !== undefined && (quantity === undefined || quantity.value === number) ? { ...unit, value: rest } : unit;
}

/** The only column of the year that a field names: `amount_2025`. */
function columnOfYear({ names }: Field, headers: readonly string[]): number | undefined {
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(names.at(-1) ?? '')?.[0];
  const columns = headers.flatMap((header, at) => (year !== undefined && header.includes(year) ? [at] : []));
  return columns.length === 1 ? columns[0] : undefined;
}

/** `Total` beside `Subtotal`: of two columns of amounts it is the one that bears the field's name, unless it is known for another, `Amount` for a count. */
function freeCellIn({ cells, columns }: TableItem, at: number): ItemCell | undefined {
  const cell = columns[at];
  return cell && !Object.values(cells).includes(cell) ? cell : undefined;
}

/** The cells of a column without the numbers of the rows, where all have them before their texts: `3. KX-2845`, and in several rows `3 KX-2845`. */
function withoutNumbers(pick: CellPicker, items: readonly TableItem[]): CellPicker {
  const begins = (sign: string, isEmptyToo: boolean): boolean =>
    items.every((item, row) => pick(item)?.value.startsWith(`${row + 1}${sign}`) ?? isEmptyToo);
  const areCodes = items.every((item) => /\d/.test(pick(item)?.value.replace(/^\d+ /, '') ?? ''));
  // `1 month` and `2 months` may begin so by chance.
  const isEnough = items.length >= minNumbered || (items.length > 1 && areCodes);
  if (!begins('. ', true) && !(isEnough && begins(' ', false))) return pick;
  return (item) => {
    const cell = pick(item);
    return cell && { ...cell, value: cell.value.replace(/^\d+\.? /, '') };
  };
}
const minNumbered = 3;
type CellPicker = (item: TableItem) => ItemCell | undefined;

/** Whether the column of a field without a concept has a header that says only a part of its name. */
function isPartly(field: Field, { headers }: ItemTable): boolean {
  if (conceptOf(field)) return false;
  const header = headers[columnOf(field, headers)];
  return header !== undefined && labelIn(header, { words: wholeLabels(field) })?.concept !== 'own';
}

/** The column whose header consists of a field's own words; -1 where none does. */
function columnOf(field: Field, headers: readonly string[]): number {
  const own = { words: fieldLabels(field) };
  return headers.findIndex((header) => labelIn(header, own)?.concept === 'own');
}

/** If it is unsure whether the row is an item at all, a null in it is unsure as well. */
function cellIn(confidence: CellConfidence, field: Field, { found, path }: { found: ItemCell | undefined; path: string }): Cell {
  const answer = cell(field, findIn(found, confidence), path);
  return answer.value === null && (confidence === 'unsure' || confidence === 'guess') ? { ...answer, confidence } : answer;
}

const findIn = (found: ItemCell | undefined, confidence: CellConfidence): Find | undefined =>
  found && {
    value: found.value,
    page: found.line.page,
    quote: found.quote,
    confidence: goesOn(found.value) ? 'unsure' : (found.confidence ?? confidence),
    reason: 'exact',
  };

/** Whether a text ends where it must go on: `Acrylic sign 600 ×`. */
function goesOn(text: string): boolean {
  const end = /(?:\s[×x&/–-]|[,(&+])$/u.exec(text);
  return end !== null && /\p{L}/u.test(text.slice(0, end.index));
}
