import { unknown } from '../../../contracts/amount.js';
import { isPlainRow, rowOf } from '../../../schema/path.js';
import type { Grounded } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/span.js';
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
  /** The first row where its text may stand: the one above `from`, unless the previous item stands there. */
  readonly textFrom: number;
  /** Exclusive. */
  readonly to: number;
}

/** The most rows of the page that an item may take, and how many of them may stand above its line: of its texts, and of its numbers. */
const maxItemRows = 9;
const maxRowsAbove = 4;
const maxNumberRowsAbove = 2;

/** The items of an array with their rows of the page. */
export interface RowPlacement {
  readonly placed: readonly PlacedItem[];
  /** Items without a row of their own that are printed beside a placed item, at words of their own: several items share the row. */
  readonly sharing: ArrayItems;
  /** Items for which no row is left. */
  readonly unplaced: ArrayItems;
}

/** Assigns each item its rows of the page. */
export function placeItems(items: ArrayItems): RowPlacement {
  const lines = earlierFirst(assignRows(items), items);
  const starts: Omit<PlacedItem, 'to'>[] = [];
  for (const [position, cells] of items.entries()) {
    const line = lines[position];
    if (line === undefined) continue;
    const previous = starts.at(-1);
    const from = firstRow(cells, line, previous);
    starts.push({ cells, line, from, textFrom: Math.max(from - 1, (previous?.line ?? -1) + 1) });
  }
  const placed = starts.map((start, position) => ({ ...start, to: starts[position + 1]?.from ?? start.line + maxItemRows }));
  const byLine = new Map(placed.map((item) => [item.line, item.cells]));
  const { sharing = [], unplaced = [] } = Object.groupBy(
    items.filter((_, position) => lines[position] === undefined),
    (cells) => (sharesRow(cells, byLine) ? 'sharing' : 'unplaced'),
  );
  return { placed, sharing, unplaced };
}

/** Of equal items that follow one another the first ones get the rows, because a reader repeats an item after it. */
function earlierFirst(lines: readonly (number | undefined)[], items: ArrayItems): readonly (number | undefined)[] {
  const moved = [...lines];
  let run = 0;
  for (const [position, cells] of items.entries()) {
    const line = moved[position];
    if (position > 0 && !isEqual(cells, items[position - 1] ?? [])) run = position;
    if (line === undefined) continue;
    moved[position] = undefined;
    moved[run] = line;
    run += 1;
  }
  return moved;
}

const isEqual = (a: readonly Grounded[], b: readonly Grounded[]): boolean =>
  a.length === b.length && a.every(({ key, field }, at) => key === b[at]?.key && field === b[at]?.field);

/** The row in which an item begins; it lies below the line of the previous item. */
const firstRow = (cells: readonly Grounded[], line: number, previous: Pick<PlacedItem, 'cells' | 'line'> | undefined): number =>
  [...textRows(cells, line), ...numberRows(cells, line, previous?.cells ?? [])]
    .filter((order) => order > (previous?.line ?? -1))
    .reduce((first, order) => Math.min(first, order), line);

/** The rows in which an item's texts begin. */
const textRows = (cells: readonly Grounded[], line: number): readonly number[] =>
  cells
    .filter(({ amount }) => amount === unknown)
    .flatMap(({ occurrences }) => occurrences.findLast(({ order }) => order <= line)?.order ?? [])
    .filter((order) => order >= line - maxRowsAbove);

/** The rows just above its line that hold a number which stands nowhere else in its rows, unless the previous item stands there, too. */
const numberRows = (cells: readonly Grounded[], line: number, previous: readonly Grounded[]): readonly number[] =>
  cells
    .filter(
      ({ amount, occurrences }) => amount !== unknown && !occurrences.some(({ order }) => order >= line && order < line + maxItemRows),
    )
    .flatMap(({ occurrences }) => occurrences.findLast(({ order }) => order < line)?.order ?? [])
    .filter(
      (order) =>
        order >= line - maxNumberRowsAbove && !previous.some(({ occurrences }) => occurrences.some((span) => span.order === order)),
    );

/** Whether all values of an item stand in the line of a placed item, and each at words that no value of that item is quoted from. */
function sharesRow(cells: readonly Grounded[], placed: ReadonlyMap<number, readonly Grounded[]>): boolean {
  const spans = cells.flatMap(({ evidence }) => evidence?.spans ?? []);
  const [first] = spans;
  const others = first && placed.get(first.order)?.flatMap(({ evidence }) => evidence?.spans ?? []);
  return others !== undefined && spans.every((span) => span.order === first?.order && !others.some((other) => overlap(span, other)));
}

const overlap = (a: Span, b: Span): boolean => a.order === b.order && a.from < b.to && b.from < a.to;

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
