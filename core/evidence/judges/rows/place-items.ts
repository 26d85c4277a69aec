import { unknown } from '../../../contracts/amount.js';
import { isPlainRow, rowOf } from '../../../schema/path.js';
import { firstWhere } from '../../../values/first-where.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import { type Grounded, placesOf } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';
import type { Evidence } from '../../prove.js';

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

/** The items of an array with their rows of the page, and those that have none of their own. */
export interface RowPlacement {
  readonly placed: readonly PlacedItem[];
  readonly rowless: ArrayItems;
}

/** Assigns each item its rows of the page. Memoized because a judge of one array asks where the items of all others stand. */
export const placeItems = memoizeByObject((items: ArrayItems): RowPlacement => {
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
  return { placed, rowless: items.filter((_, position) => lines[position] === undefined) };
});

/** Where a value is printed in the rows of its item, row by row. The same words may stand in thousands of others. */
export function placesInRows(cell: Grounded, { textFrom, to, line }: PlacedItem): readonly Span[] {
  const found = byRow(placesOf(cell));
  return Array.from({ length: Math.max(to, line + 1) - textFrom }, (_, at) => found.get(textFrom + at) ?? []).flat();
}

const byRow = memoizeByObject((places: readonly Span[]) => Map.groupBy(places, ({ order }) => order));

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
  const judged = new Map(
    arraysIn(cells)
      .flatMap(judge)
      .map((cell) => [cell.path, cell]),
  );
  return cells.map((cell) => judged.get(cell.path) ?? cell);
}

/** The arrays of objects that a reading has, item by item. */
export const arraysIn = memoizeByObject((cells: readonly Grounded[]): readonly ArrayItems[] => {
  const items = Map.groupBy(cells, ({ path }) => (isPlainRow(path) ? undefined : rowOf(path)?.row));
  items.delete(undefined);
  return [...Map.groupBy(items.values(), ([first]) => rowOf(first?.path ?? '')?.array).values()];
});

/**
 * Assigns each item of an array a row of the page, or undefined: rows ascend with the items, no row is used twice, and as many cells as
 * possible stand in their item's row. It finds the heaviest ascending sequence of (item, row) pairs, from the last item back.
 */
export function assignRows(items: readonly (readonly Grounded[])[]): readonly (number | undefined)[] {
  const below = new HeaviestBelow();
  for (let item = items.length - 1; item >= 0; item -= 1) {
    const choices = candidates(items[item] ?? []).map(([row, weight]) => {
      const next = below.after(row);
      return { item, row, weight: weight + (next?.weight ?? 0), next };
    });
    for (const choice of choices) below.add(choice);
  }
  const places = new Array<number | undefined>(items.length).fill(undefined);
  for (let choice = below.after(-1); choice; choice = choice.next) places[choice.item] = choice.row;
  return places;
}

interface RowChoice {
  readonly item: number;
  readonly row: number;
  readonly weight: number;
  readonly next: RowChoice | undefined;
}

/** Finds the heaviest choice below a given row. In the list rows ascend and weights descend; all other choices can never win. */
class HeaviestBelow {
  readonly #front: RowChoice[] = [];

  after(row: number): RowChoice | undefined {
    return this.#front[this.#position(row + 1)];
  }

  add(choice: RowChoice): void {
    const at = this.#position(choice.row);
    const rival = this.#front[at];
    if (rival && rival.weight >= choice.weight) return;
    const sameRow = rival?.row === choice.row ? 1 : 0;
    let from = at;
    while (from > 0 && (this.#front[from - 1]?.weight ?? 0) <= choice.weight) from -= 1;
    this.#front.splice(from, at + sameRow - from, choice);
  }

  /** The first position whose row is not above the given one. */
  #position(row: number): number {
    return firstWhere(this.#front, (choice) => choice.row >= row);
  }
}

/** A value that stands in more rows than this says nothing about its item's row. */
const maxOccurrences = 200;

/**
 * The row of a cell's quote and all rows of its page that print the quoted words, too, because the same article may be sold twice. They share one weight,
 * so a row that only one item can quote outweighs a description that all items share. Memoized because several judges place the same items.
 */
const quotedIn = memoizeByPair((occurrences: readonly Span[], { page, lines, spans }: Evidence): ReadonlySet<number> => {
  const texts = lines.map((words) => words.map(({ text }) => text).join(' '));
  const alike = occurrences.filter(({ row }) => row.page === page && texts.some((text) => row.text.includes(text)));
  return new Set([...spans, ...alike].map((span) => span.order));
});

/**
 * The rows that hold nearly as many of an item's cells as its best row; the row of a cell's own quote counts a little more. Where nothing was quoted, the
 * evidence is but the first place of several.
 */
function candidates(item: readonly Grounded[]): readonly (readonly [row: number, weight: number])[] {
  const weights = new Map<number, number>();
  const add = (orders: Iterable<number>, weight: number) => {
    for (const order of new Set(orders)) weights.set(order, (weights.get(order) ?? 0) + weight);
  };
  for (const cell of item.filter((candidate) => candidate.occurrences.length <= maxOccurrences)) {
    add(
      cell.occurrences.map((span) => span.order),
      1,
    );
    const isOpen = cell.unquoted && cell.occurrences.length > 1;
    const quoted = isOpen ? undefined : cell.evidence && quotedIn(cell.occurrences, cell.evidence);
    if (quoted) add(quoted, 0.5 / quoted.size);
  }
  const most = Math.max(0, ...weights.values());
  return [...weights].filter(([, weight]) => weight > most - 1);
}
