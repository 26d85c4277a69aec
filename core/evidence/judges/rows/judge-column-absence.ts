import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import type { Grounded } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { partsByRow, type RowPart } from '../../page/parts.js';
import { type Span, sharesEdge } from '../../page/span.js';
import { cap } from '../../scoring/caps.js';
import type { PlacedItem } from './place-items.js';

/** Where each field's values stand, every one in the line of its item. */
export type ColumnPlaces = ReadonlyMap<Field, readonly Span[]>;

/** Gathered once a table, because a long one may have a null in every row. */
export function columnPlaces(placed: readonly PlacedItem[]): ColumnPlaces {
  const places = new Map<Field, Span[]>();
  for (const item of placed)
    for (const cell of item.cells) {
      const known = places.get(cell.field) ?? [];
      places.set(cell.field, known);
      known.push(...placeIn(cell, item));
    }
  return places;
}

/**
 * Doubts a null where the item's line prints something in the column in which the other items have this value. Columns are aligned, so that most of
 * those values share an edge with it.
 */
export function judgeColumnAbsence(
  { value, field }: Grounded,
  { line }: PlacedItem,
  { places, index }: { readonly places: ColumnPlaces; readonly index: DocumentIndex },
): Cap | undefined {
  const column = places.get(field) ?? [];
  if (value !== null || column.length === 0) return undefined;
  const found = partsByRow(index)[line]?.find((part) => canBe(field, part.text) && isIn(part, column));
  return found && cap('absence.valuePrinted', `Not present: but "${found.text}" stands in its line, in the column of the others`);
}

/** Where a value stands in the line of its item. */
function placeIn({ value, occurrences, evidence }: Grounded, { line }: PlacedItem): readonly Span[] {
  const places = value === null ? [] : [...occurrences, ...(evidence?.spans ?? [])];
  return places.filter(({ order }) => order === line).slice(0, 1);
}

const canBe = ({ type }: Field, text: string): boolean =>
  type === 'number' || type === 'integer' ? /\d/.test(text) : /[\p{L}\p{N}]/u.test(text);

const isIn = (part: RowPart, column: readonly Span[]): boolean =>
  column.filter((span) => sharesEdge(span, part)).length * 2 > column.length;
