import { unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import { type Grounded, held } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { squash } from '../../print/normalise.js';
import { cap } from '../../scoring/caps.js';
import { belongsToTaxRow } from '../amounts/judge-taxes.js';
import { judgeColumns } from './judge-columns.js';
import { judgeRowAbsence } from './judge-row-absence.js';
import { type ArrayItems, eachArray, type PlacedItem, placeItems } from './place-items.js';

/**
 * Judges the rows of every array: each item has its own row of the page, in order; its numbers and half of its description stand between
 * that row and the next item's; quantity and unit price stand under their own headers.
 */
export const judgeRows = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  eachArray(cells, (items) => judgeArray(items, index), index);

function judgeArray(items: ArrayItems, index: DocumentIndex): readonly Grounded[] {
  const { placed, unplaced } = placeItems(items);
  const columns = judgeColumns(placed, index);
  return [
    ...placed.flatMap((item) => item.cells.map((cell) => judgeInRow(cell, item, columns, index))),
    ...unplaced.flat().map((cell) => held(cell, cap('label.wrongPlace', 'Row conflict: no row of the page is left for this item'))),
  ];
}

function judgeInRow(cell: Grounded, item: PlacedItem, columns: ReadonlyMap<string, Cap>, index: DocumentIndex): Grounded {
  if (cell.value === null) {
    const printed = judgeRowAbsence(cell, item, index);
    return printed ? held(cell, printed) : cell;
  }
  if (cell.amount === unknown)
    return isInRowsOf(cell, item, index) ? cell : held(cell, cap('label.wrongPlace', 'Row conflict: printed in another row'));
  const here = cell.occurrences.filter((span) => span.order >= item.from && span.order < Math.max(item.to, item.from + 1));
  if (here.length === 0 && belongsToTaxRow(cell, item.cells)) return cell;
  const conflict =
    here.length > 0 ? columns.get(cell.path) : cap('label.wrongPlace', 'Row conflict: the number stands in the row of another item');
  return conflict ? held(cell, conflict) : cell;
}

/** At least half of a text's longer words must stand in the item's rows or in the one above. */
function isInRowsOf(cell: Grounded, item: PlacedItem, index: DocumentIndex): boolean {
  if (cell.occurrences.some((span) => span.order >= item.from - 1 && span.order < item.to)) return true;
  const wanted = String(cell.value)
    .split(/\s+/)
    .map(squash)
    .filter((word) => word.length > 3);
  if (wanted.length === 0) return true;
  const printed = squash(
    index.rows
      .slice(Math.max(0, item.from - 1), item.to)
      .map((row) => row.text)
      .join(' '),
  );
  return wanted.filter((word) => printed.includes(word)).length >= wanted.length / 2;
}
