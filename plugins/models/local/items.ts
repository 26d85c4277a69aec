import type { ColumnConcept, Decimal, NumberStyle } from '../../../core/index.js';
import { numberAt, type Row } from './body.js';
import type { Column } from './header.js';
import { bottom, type Line, letters, textOf } from './layout.js';

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

/**
 * The items of a table: one begins in every row with a number in the column of amounts. Rows with nothing but a description belong to the item
 * that is nearer, above or below.
 */
export function itemsOf(
  rows: readonly Row[],
  columns: readonly Column[],
  amountColumn: number,
  style: NumberStyle | undefined,
): readonly Item[] {
  const description = columns.findIndex(({ concept }) => concept === 'line_description');
  const starts = rows.flatMap((row, at) => {
    const amount = numberAt(row, amountColumn, style)?.value;
    return amount && isItem(row, columns, amountColumn) ? [{ at, row, amount }] : [];
  });
  return starts.map(({ at, row, amount }, index) => {
    const place = { at, before: starts[index - 1]?.at ?? -1, after: starts[index + 1]?.at ?? rows.length };
    const texts = description < 0 ? [] : descriptionRows(rows, place, description).map((own) => rows[own]);
    const text = texts
      .flatMap((own) => (own ? textAt(own, description) : []))
      .join(' ')
      .trim();
    return {
      amount,
      cells: { ...numberCells(row, columns, amountColumn, style), ...(text === '' ? {} : { line_description: textCell(row, text) }) },
    };
  });
}

/** Beside the amount stand either words or another number that we know. */
function isItem(row: Row, columns: readonly Column[], amountColumn: number): boolean {
  return columns.some(
    ({ concept }, column) =>
      column !== amountColumn &&
      ((concept === 'line_description' && letters(textAt(row, column)) > 0) || row.numbers[column] !== undefined),
  );
}

interface Place {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Wrapped lines of a description are at most this many heights apart. */
const LEADING = 1.1;

/** The rows of a description around the item's own: connected to it, with words in no other column, and nearer to it than to its neighbours. */
function descriptionRows(rows: readonly Row[], { at, before, after }: Place, column: number): readonly number[] {
  const above: number[] = [];
  const own = rows[at];
  if (!own) return [];
  const ownText = textAt(own, column) !== '';
  for (let index = at - 1; index > before && joins(rows, index, index + 1, column); index -= 1) {
    if (before >= 0 && gap(rows, index - 1, index) < gap(rows, index, index + 1) * (ownText ? 1.5 : 0.8)) break;
    if (before < 0 && ownText && gap(rows, index, index + 1) > 0.6 * own.line.box.height) break;
    above.unshift(index);
  }
  const below: number[] = [];
  for (let index = at + 1; index < after && joins(rows, index - 1, index, column); index += 1) {
    if (index + 1 <= after && after < rows.length && gap(rows, index, index + 1) < gap(rows, index - 1, index) * 0.5) break;
    below.push(index);
  }
  return [...above, at, ...below];
}

function joins(rows: readonly Row[], upper: number, lower: number, column: number): boolean {
  const text = [rows[upper], rows[lower]];
  const [a, b] = text;
  if (!a || !b || gap(rows, upper, lower) > LEADING * Math.max(a.line.box.height, b.line.box.height)) return false;
  return text.every(
    (row) =>
      row &&
      (row.words[column]?.length ?? 0) > 0 &&
      row.words.every((words, at) => at === column || words.length === 0 || row.numbers.some((number) => number !== undefined)),
  );
}

const gap = (rows: readonly Row[], upper: number, lower: number): number => {
  const [a, b] = [rows[upper], rows[lower]];
  return a && b ? b.line.box.y - bottom(a.line.box) : Number.POSITIVE_INFINITY;
};

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

/** A description may run over several rows; they are its quote. */
const textCell = ({ line }: Row, value: string): ItemCell => ({ value, number: undefined, line, quote: value });

const textAt = (row: Row, column: number): string => {
  const places = row.words[column] ?? [];
  return places.map((at) => textOf(row.line, at, at + 1)).join(' ');
};
