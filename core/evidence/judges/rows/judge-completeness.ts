import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import { decimal } from '../../../values/money.js';
import { type Grounded, held } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import { leftOf, maxEdgeGapPoints, rightOf, type Spot } from '../../page/span.js';
import { headerOfTable, isTableHeader } from '../../page/table-columns.js';
import { cap } from '../../scoring/caps.js';
import { eachArray, type PlacedItem, placeItems } from './place-items.js';
import { isNamedSum, isSumRow, rowsThatAddUp } from './rows-that-add-up.js';

/** Caps the rows of each array that lacks a row of the printed table. */
export const judgeCompleteness = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  eachArray(
    cells,
    (items) => {
      const { placed } = placeItems(items);
      const missing = missingRow(placed, index) ?? missingFromRun(placed, index);
      return missing ? items.flat().map((cell) => held(cell, missing)) : [];
    },
    index,
  );

/**
 * A row is missing when a number stands in a column of the items' numbers, inside the table, and in no item's row. The column is that of
 * the amounts, else of the prices, else of the quantities. Undefined if none is missing.
 */
function missingRow(items: readonly PlacedItem[], index: DocumentIndex): Cap | undefined {
  const column = columnConcepts.map((concept) => columnOf(concept, items, index)).find((found) => found !== undefined);
  if (!column) return undefined;
  const { claimed } = column;
  const rows = new Set(items.map((item) => item.line).concat(claimed.map((spot) => spot.order)));
  const sum = sumOf(claimed);
  const others = index.numbers.filter((spot) => !rows.has(spot.order) && isInColumn(column, spot, index));
  const sums = new Set(others.filter((spot) => spot.readings.some((reading) => reading.eq(sum))).map((spot) => spot.row));
  const missing = others.find((spot) => isWithinTable(spot, claimed, (row) => sums.has(row) || isSumRow(row) || isTableHeader(row), index));
  return missing && rowMissing(missing, 'stands in the table');
}

/**
 * Without a table header, a row is missing if the items need it to come to a printed sum. Undefined if none is missing or the items already
 * come to a sum.
 */
function missingFromRun(items: readonly PlacedItem[], index: DocumentIndex): Cap | undefined {
  const claimed = items.flatMap((item) => spotOf('line_amount', item, index) ?? []);
  const [first] = claimed;
  if (!first || headerOfTable(first, index) || isNamedSum(sumOf(claimed), index)) return undefined;
  const amounts = rowsThatAddUp(index)?.amounts ?? [];
  const missing = claimed.every((spot) => amounts.includes(spot)) ? amounts.find((spot) => !claimed.includes(spot)) : undefined;
  return missing && rowMissing(missing, 'belongs to a sum of the page');
}

const sumOf = (spots: readonly Spot<Decimal>[]): Decimal => spots.reduce((total, spot) => total.plus(spot.readings[0] ?? 0), decimal(0));

const rowMissing = ({ text, row }: Spot<Decimal>, why: string): Cap =>
  cap('arithmetic.rows', `Row missing: ${text} on page ${row.page} ${why} and no item has it`);

/** The columns that can identify a row, best first. */
const columnConcepts = ['line_amount', 'line_unit_price', 'line_quantity'] as const;

interface ItemColumn {
  readonly concept: (typeof columnConcepts)[number];
  /** The items' own numbers in this column. */
  readonly claimed: readonly Spot<Decimal>[];
  /** The left and right edge of its numbers, in points. */
  readonly left: number;
  readonly right: number;
  readonly decimals: number;
}

/** The column in which the items have their numbers of a concept. A single number makes a column only under a table header. */
function columnOf(concept: ItemColumn['concept'], items: readonly PlacedItem[], index: DocumentIndex): ItemColumn | undefined {
  const claimed = items.flatMap((item) => spotOf(concept, item, index) ?? []);
  const [left, right] = [leftOf, rightOf].map((edge) => median(claimed.map(edge)));
  if (left === undefined || right === undefined) return undefined;
  const column = { concept, claimed, left, right, decimals: Math.min(...claimed.map((spot) => spot.decimals)) };
  const aligned = claimed.filter((spot) => isAlignedWith(column, spot)).length;
  return aligned >= (claimed.some((spot) => headerOfTable(spot, index)) ? 1 : 2) ? column : undefined;
}

/** Finds an item's number of a concept in its own rows. */
function spotOf(concept: ItemColumn['concept'], { cells, from, to }: PlacedItem, index: DocumentIndex): Spot<Decimal> | undefined {
  const { amount } = cells.find((cell) => conceptOf(cell.field) === concept) ?? {};
  if (amount === undefined || amount === unknown) return undefined;
  const here = index.amountsAt(amount).filter((spot) => spot.order >= from && spot.order < to);
  return concept === 'line_amount' ? here.at(-1) : here[0];
}

const median = (values: readonly number[]): number | undefined => [...values].sort((a, b) => a - b)[values.length >> 1];

const isAlignedWith = ({ left, right }: ItemColumn, spot: Spot<unknown>): boolean =>
  Math.abs(rightOf(spot) - right) <= maxEdgeGapPoints || Math.abs(leftOf(spot) - left) <= maxEdgeGapPoints;

/** An amount has decimals; an integer quantity needs a number with decimals in its row. */
function isInColumn(column: ItemColumn, spot: Spot<unknown>, index: DocumentIndex): boolean {
  if (spot.percent || !isAlignedWith(column, spot) || spot.decimals < column.decimals) return false;
  return spot.decimals > 0 || (column.concept === 'line_quantity' && index.numbersIn(spot.order).some(({ decimals }) => decimals > 0));
}

/** Whether a number follows an item or the header with no end of the table in between: a sum, a carry-over or another header. */
function isWithinTable(spot: Spot<unknown>, claimed: readonly Spot<unknown>[], ends: (row: Row) => boolean, index: DocumentIndex): boolean {
  const item = claimed.filter((other) => other.order < spot.order && other.row.page === spot.row.page).at(-1);
  const after = claimed.some((other) => other.order > spot.order && other.row.page === spot.row.page);
  const before = item?.order ?? (after ? headerOfTable(spot, index)?.order : undefined);
  return before !== undefined && !index.rows.slice(before + 1, spot.order + 1).some(ends);
}
