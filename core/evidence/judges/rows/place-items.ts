import { unknown } from '../../../contracts/amount.js';
import { isPlainRow, rowOf } from '../../../schema/path.js';
import type { Grounded } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { assignRows } from './assign-rows.js';

/** The cells of one array, item by item. */
export type ArrayItems = readonly (readonly Grounded[])[];

/** An item and its rows of the page, up to the next item's first row or the most rows that an item may take. */
export interface PlacedItem {
  readonly cells: readonly Grounded[];
  /** The row that holds most of its cells. */
  readonly line: number;
  /** The row where its description begins, at or above `line`: numbers may stand beside the last line of a text or under it. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The most rows of the page that an item may take, and how many of them may stand above its line. */
const maxItemRows = 9;
const maxRowsAbove = 4;

/** Assigns each item its rows of the page. Items for which no row is left are returned as `unplaced`. */
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

/** The row in which an item's texts begin; it lies below the line of the previous item. */
const firstRow = (cells: readonly Grounded[], line: number, before: number): number =>
  cells
    .filter(({ amount }) => amount === unknown)
    .flatMap(({ occurrences }) => occurrences.findLast(({ order }) => order <= line)?.order ?? [])
    .filter((order) => order > before && order >= line - maxRowsAbove)
    .reduce((first, order) => Math.min(first, order), line);

/**
 * Judges each array on its own. Cells outside arrays, arrays of plain values (several of which may share a row), and documents without
 * searchable text stay unchanged.
 */
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
