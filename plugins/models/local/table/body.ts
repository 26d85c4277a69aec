import type { Decimal } from '../../../../core/index.js';
import { type ColumnConcept, type NumberStyle, readingsIn } from '../../../../core/text.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { edgesOf } from './column-edges.js';
import { type SharedRow, shareOut, withNumeric } from './columns.js';
import type { TableHeader } from './header.js';
import type { TableColumn } from './header-columns.js';
import { linesFrom, linesOnNextPages } from './table-lines.js';

/** A row inside a table, its words assigned to the columns. */
export interface BodyRow extends SharedRow {
  readonly line: PageLine;
}

/** The rows under a header, to the end of the table, without rows of sums and carried amounts. */
export function bodyOf(layout: DocumentLayout, header: TableHeader, end: number): readonly BodyRow[] {
  const { lines, open } = linesFrom(layout, header.last, { from: header.last.number + 1, end });
  const dense = lines.filter(({ numbers }) => numbers.length > 0).slice(0, maxSampleRows);
  const sample = dense.length > 0 ? dense : lines.slice(0, maxSampleRows);
  const edges = edgesOf(header.columns, sample);
  const columns = withNumeric(header.columns, sample, edges);
  const share = (line: PageLine): BodyRow => ({ line, ...shareOut(line, columns, edges) });
  const further = open && lines.length > 0 ? linesOnNextPages(layout, { header, end }, (line) => fits(share(line), columns)) : [];
  return [...lines, ...further].map(share);
}

/** The column edges are found on this many rows. */
const maxSampleRows = 60;
/** Whether a row has an amount, another number that a header announces and words for a description. */
function fits({ words, numbers }: BodyRow, columns: readonly TableColumn[]): boolean {
  const filled = (wanted: readonly ColumnConcept[]) =>
    columns.some(({ concept }, at) => concept !== undefined && wanted.includes(concept) && numbers[at] !== undefined);
  const described = columns.some(({ concept }, at) => concept === 'line_description' && (words[at]?.length ?? 0) > 0);
  return described && filled(['line_amount']) && filled(['line_quantity', 'line_unit_price', 'line_position']);
}

/** The number in a column of a row, as printed and as a value. */
export function numberAt(
  row: BodyRow,
  column: number,
  style: NumberStyle | undefined,
): { readonly text: string; readonly value: Decimal } | undefined {
  const token = row.line.numbers[row.numbers[column] ?? -1];
  const value = token && readingsIn(token.text, style)[0];
  return token && value !== undefined ? { text: token.text, value } : undefined;
}

/** The words of a row in one column. */
export const textAt = (row: BodyRow, column: number): string =>
  (row.words[column] ?? []).map((at) => textOf(row.line, at, at + 1)).join(' ');
