import type { Field } from '../../../contracts/schema.js';
import type { Grounded } from '../../grounded.js';
import type { Span } from '../../page/page-index.js';
import { type PlacedItem, placesInRows } from './place-items.js';

/** A value of an item, where the rows of that item print it. */
export interface RowCell {
  readonly cell: Grounded;
  /** The order of the page's row that holds most of its item. */
  readonly line: number;
  /** Where it is printed in the rows of its item: in its line, if it stands there. */
  readonly places: readonly Span[];
  /** The same, whether it stands in its line or not. */
  readonly anywhere: readonly Span[];
}

export type ClaimingRow = readonly RowCell[];

/** A number that stands in its item's line stands there, even if the rows below print it, too. */
export function rowCell(cell: Grounded, item: PlacedItem): RowCell {
  const anywhere = placesInRows(cell, item);
  const inLine = anywhere.filter(({ order }) => order === item.line);
  return { cell, line: item.line, places: inLine.length > 0 ? inLine : anywhere, anywhere };
}

/** How many rows have a value of a field that is printed. */
export const valued = (field: Field, rows: readonly ClaimingRow[]): number =>
  rows.filter((row) => row.some(({ cell, places }) => cell.field === field && places.length > 0)).length;
