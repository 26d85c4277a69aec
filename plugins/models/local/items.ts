import type { ColumnConcept, Decimal, NumberStyle } from '../../../core/index.js';
import { numberAt, type Row } from './body.js';
import { descriptionOf, textAt } from './description.js';
import type { Column } from './header.js';
import { type Line, letters } from './layout.js';

/** What a row of a table prints in one column. */
export interface ItemCell {
  readonly value: string;
  readonly number: Decimal | undefined;
  readonly line: Line;
  readonly quote: string;
}

/** One thing sold: the row with its amount, and the rows of its description. */
export interface Item {
  readonly cells: Readonly<Partial<Record<ColumnConcept, ItemCell>>>;
  readonly amount: Decimal;
}

/** The items of a table: one begins in every row with a number in the column of amounts. */
export function itemsOf(
  rows: readonly Row[],
  columns: readonly Column[],
  amountColumn: number,
  style: NumberStyle | undefined,
): readonly Item[] {
  const starts = rows.flatMap((row, at) => {
    const amount = numberAt(row, amountColumn, style)?.value;
    return amount && isItem(row, columns, amountColumn) ? [{ at, row, amount }] : [];
  });
  return starts.map(({ at, row, amount }, index) => {
    const text = descriptionOf(rows, { at, before: starts[index - 1]?.at ?? -1, after: starts[index + 1]?.at ?? rows.length }, columns);
    const described = text === '' ? {} : { line_description: { value: text, number: undefined, line: row.line, quote: text } };
    return { amount, cells: { ...numberCells(row, columns, amountColumn, style), ...described } };
  });
}

/** Beside the amount stand words, or another number that we know. */
function isItem(row: Row, columns: readonly Column[], amountColumn: number): boolean {
  return columns.some(
    ({ concept }, column) =>
      column !== amountColumn && (letters(textAt(row, column)) > 2 || (concept !== undefined && row.numbers[column] !== undefined)),
  );
}

/** What the row prints in every column but those of the description and of other amounts. */
function numberCells(row: Row, columns: readonly Column[], amountColumn: number, style: NumberStyle | undefined): Item['cells'] {
  const quote = row.line.words.map(({ text }) => text).join(' ');
  return Object.fromEntries(
    columns.flatMap(({ concept }, column) => {
      if (concept === undefined || concept === 'line_description' || (concept === 'line_amount' && column !== amountColumn)) return [];
      const found = numberAt(row, column, style);
      const value = found?.text ?? textAt(row, column);
      return value === '' ? [] : [[concept, { value, number: found?.value, line: row.line, quote }]];
    }),
  );
}
