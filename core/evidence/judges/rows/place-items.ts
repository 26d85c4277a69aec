import { isPlainRow, rowOf } from '../../../schema/path.js';
import { unknown } from '../../../values/money.js';
import type { Grounded } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { assignRows } from './assign-rows.js';

/** The cells of one array, item by item. */
export type ArrayItems = readonly (readonly Grounded[])[];

/** An item and the rows of the page it was given: from its first to the next item's, or as far as an item may wrap. */
export interface PlacedItem {
  readonly cells: readonly Grounded[];
  /** The row that most of its cells stand in. */
  readonly line: number;
  /** At its line, or above it where its description begins: numbers may stand beside the last line of a text, or under it. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** How many rows of the page an item may wrap over, and how many of them may stand above its line. */
const maxItemRows = 9;
const maxRowsAbove = 4;

/** Gives every item of an array its rows of the page; those for which none is left are unplaced. */
export function placeItems(items: ArrayItems): { readonly placed: readonly PlacedItem[]; readonly unplaced: ArrayItems } {
  const lines = assignRows(items);
  const starts: Omit<PlacedItem, 'to'>[] = [];
  for (const [position, cells] of items.entries()) {
    const line = lines[position];
    if (line !== undefined) starts.push({ cells, line, from: firstRow(cells, line, starts.at(-1)?.line ?? -1) });
  }
  const placed = starts.map((start, position) => ({ ...start, to: starts[position + 1]?.from ?? start.line + maxItemRows }));
  return { placed, unplaced: items.filter((_, position) => lines[position] === undefined) };
}

/** Where the texts of an item begin, after the line of the item before it. */
const firstRow = (cells: readonly Grounded[], line: number, before: number): number =>
  cells
    .filter(({ amount }) => amount === unknown)
    .flatMap(({ occurrences }) => occurrences.findLast(({ order }) => order <= line)?.order ?? [])
    .filter((order) => order > before && order >= line - maxRowsAbove)
    .reduce((first, order) => Math.min(first, order), line);

/** Judges array by array; cells outside of arrays, plain values in them, of which several may stand in one row, and all of a document that cannot be searched, stay as they are. */
export function eachArray(
  cells: readonly Grounded[],
  judge: (items: ArrayItems) => readonly Grounded[],
  index: DocumentIndex,
): readonly Grounded[] {
  if (index.silent) return cells;
  const items = Map.groupBy(
    cells.filter((cell) => rowOf(cell.path) !== undefined && !isPlainRow(cell.path)),
    (cell) => rowOf(cell.path)?.row,
  );
  const arrays = Map.groupBy(items.values(), ([first]) => rowOf(first?.path ?? '')?.array);
  const judged = new Map([...arrays.values()].flatMap(judge).map((cell) => [cell.path, cell]));
  return cells.map((cell) => judged.get(cell.path) ?? cell);
}
