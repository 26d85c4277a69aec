import { type Cell, concrete, type Document, type Field, indexesIn, template } from '../../../../../core/index.js';
import { indexPage } from '../../../../../core/text.js';
import type { CompactTable } from './answer.js';
import { isLiteral } from './quote-field.js';
import { quoteRows } from './quote-rows.js';
import { type ReadRow, readRow } from './read-row.js';
import { certainly } from './uncertainty.js';

/** The cells of the tables, and the paths of rows whose values do not fit their columns. */
export interface TableCells {
  readonly cells: readonly Cell[];
  readonly misfits: readonly string[];
}

/** The fields by path, and the pages that are searched for the rows. */
export interface TableSetting {
  readonly fields: ReadonlyMap<string, Field>;
  readonly document: Document;
}

/** Says one table after the other in cells. The rows of a table are numbered across its entries. */
export function tableReader(setting: TableSetting): (table: CompactTable) => TableCells {
  const counts = new Map<string, number>();
  return (table) => {
    const array = arrayOf(table.name);
    const first = counts.get(array) ?? 0;
    counts.set(array, first + table.rows.length);
    return cellsOf(table, { array, first }, setting);
  };
}

/** A table of an answer: its path, and the number of its first row. */
interface NumberedTable {
  readonly array: string;
  readonly first: number;
}

function cellsOf({ columns, rows, page }: CompactTable, { array, first }: NumberedTable, { fields, document }: TableSetting): TableCells {
  const read = rows.map((texts) => readRow(texts, columns));
  const pathsOf = (row: number) =>
    columns.slice(0, Math.max(1, read[row]?.values.length ?? 0)).map((column) => pathOf(column, `${array}[${first + row}]`));
  const literal = columns.map((column) => {
    const field = fields.get(template(pathOf(column, `${array}[0]`)));
    return field !== undefined && isLiteral(field);
  });
  const shown = document.pages.find(({ number }) => number === page);
  const quotes = quoteRows(
    read.map(({ values }) => ({ values: values.map((value) => value ?? undefined), literal })),
    shown && indexPage(shown),
  );
  return {
    cells: read.flatMap((row, at) => rowCells(row, { paths: pathsOf(at), quotes: quotes[at] ?? [], page })),
    misfits: read.flatMap(({ fits }, at) => (fits ? [] : [`${array}[${first + at}]`])),
  };
}

interface PlacedRow {
  readonly paths: readonly string[];
  readonly quotes: readonly (string | null)[];
  readonly page: number;
}

const rowCells = ({ values, doubts }: ReadRow, { paths, quotes, page }: PlacedRow): readonly Cell[] =>
  values.map((value, column) => ({
    path: paths[column] ?? '$',
    value,
    page: value === null ? null : page,
    quote: quotes[column] ?? null,
    ...(doubts[column] ?? certainly),
  }));

/** `line_items` and `$.line_items[]` → `$.line_items`. */
function arrayOf(name: string): string {
  const bare = name.trim().replace(/\[\]$/, '');
  return bare.startsWith('$') ? bare : `$.${bare}`;
}

/**
 * The path of a column's value in a row: `$.line_items[2].amount`; of plain values `$.tags[2]`. A column that is a whole path keeps it, with
 * the indexes of the row.
 */
function pathOf(column: string, row: string): string {
  const name = column.trim();
  const indexes = indexesIn(row).map(({ index }) => index);
  if (name.includes('[]')) return concrete(name.startsWith('$') ? name : `$.${name}`, indexes);
  return name === '' || name.startsWith('[') ? `${row}${name}` : `${row}.${name}`;
}
