import type { Cell, Document, Field, ReadTask } from '../../../../core/index.js';
import { cell } from '../../../core/builders.js';
import { field, line, pdf } from './setting.js';

/** A document with a table over many pages, the fields that are asked for, and what a perfect model says of them. */
interface LongTable {
  readonly document: Document;
  readonly fields: readonly Field[];
  readonly truth: readonly Cell[];
}

const columns = ['text', 'quantity', 'amount'] as const;

/** A number on the first page, a total on the last one, and on each page so many rows of a table that is headed on the first. */
export function longTable(pages: number, rowsAPage = 10): LongTable {
  const truth: Cell[] = [cell('$.number', 'A-77', { quote: 'Invoice number A-77' })];
  const printed = Array.from({ length: pages }, (_, index) => {
    const page = index + 1;
    const rows = Array.from({ length: rowsAPage }, (_, at) => {
      const row = index * rowsAPage + at;
      const values = [`Rope ${row + 1} metres`, `${(row % 7) + 2}`, `${row + 10}.${String(row % 100).padStart(2, '0')}`];
      for (const [column, value] of values.entries())
        truth.push(cell(`$.lines[${row}].${columns[column]}`, value, { page, quote: values.slice(0, column + 1).join(' ') }));
      return line(100 + at * 14, ...(values[0] ?? '').split(' '), 300, values[1] ?? '', 400, values[2] ?? '');
    });
    const head = page === 1 ? [line(50, 'Invoice', 'number', 'A-77'), line(80, 'Description', 300, 'Qty', 400, 'Amount')] : [];
    const foot = page === pages ? [line(120 + rowsAPage * 14, 'Total', 400, '9,999.00')] : [];
    return [...head, ...rows, ...foot].flat();
  });
  truth.push(cell('$.total', '9,999.00', { page: pages, quote: 'Total 9,999.00' }));
  const fields = ['$.number', '$.total', ...columns.map((column) => `$.lines[].${column}`)].map((path) => field(path));
  return { document: pdf(...printed), fields, truth };
}

/** A file that says which pages it has. */
export const excerpts: NonNullable<ReadTask['pages']> = {
  excerpt: async (pages) => Buffer.from(`%PDF-1.7 pages ${pages.join(' ')}`),
};

/** The values of cells by path. */
export const valuesOf = (cells: readonly Cell[]): Readonly<Record<string, string | null>> =>
  Object.fromEntries(cells.map(({ path, value }) => [path, value]));
