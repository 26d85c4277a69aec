import type { Cap } from '../../contracts/draft.js';
import { rowOf } from '../../schema/path.js';
import type { Grounded } from '../grounded.js';
import type { DocumentIndex } from '../page/document-index.js';
import { assignRows } from './assign-rows.js';

/** The cells of one array, item by item. */
export type Items = readonly (readonly Grounded[])[];

/** An item and the rows of the page it was given: from its own to the next item's, or as far as an item may wrap. */
export interface PlacedItem {
  readonly cells: readonly Grounded[];
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** How many rows of the page an item may wrap over. */
const bandRows = 9;

/** Gives every item of an array its rows of the page; those for which none is left are homeless. */
export function placeItems(items: Items): { readonly placed: readonly PlacedItem[]; readonly homeless: Items } {
  const places = assignRows(items);
  const placed = items.flatMap((cells, position) => {
    const from = places[position];
    const next = places.slice(position + 1).find((place) => place !== undefined);
    return from === undefined ? [] : [{ cells, from, to: next ?? from + bandRows }];
  });
  return { placed, homeless: items.filter((_, position) => places[position] === undefined) };
}

/** Judges array by array; cells outside of arrays, and all of a document that cannot be searched, stay as they are. */
export function eachArray(
  cells: readonly Grounded[],
  judge: (items: Items) => readonly Grounded[],
  index: DocumentIndex,
): readonly Grounded[] {
  if (index.silent) return cells;
  const items = Map.groupBy(
    cells.filter((cell) => rowOf(cell.path) !== undefined),
    (cell) => rowOf(cell.path)?.row,
  );
  const arrays = Map.groupBy(items.values(), ([first]) => rowOf(first?.path ?? '')?.array);
  const judged = new Map([...arrays.values()].flatMap(judge).map((cell) => [cell.path, cell]));
  return cells.map((cell) => judged.get(cell.path) ?? cell);
}

export const held = (cell: Grounded, given: Cap): Grounded => ({ ...cell, caps: [...cell.caps, given] });
