import type { Cap } from '../../../contracts/draft.js';
import { type Decimal, decimal, unknown } from '../../../values/money.js';
import { type Grounded, held } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import { edgeSlack, leftOf, rightOf, type Spot } from '../../page/span.js';
import { headerOfTable, isTableHeader } from '../../page/table-columns.js';
import { cap } from '../../scoring/caps.js';
import { eachArray, type PlacedItem, placeItems } from './place-items.js';
import { isNamedSum, isSumRow, rowsThatAddUp } from './rows-that-add-up.js';

/** Holds down the rows of each array that lacks a row of the printed table. */
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
 * Whether every row of a printed table was read: a number in a column of the items' numbers, between the items or after the last one before
 * anything that is a sum, and in no item's row, is a row that is missing. The column is that of the amounts, else of the prices, else of the
 * quantities. Undefined where none is missing.
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
 * Where no header announces the rows: one that the items' own rows need to come to a sum of the page. Undefined where none is missing, or
 * where the items come to a sum without it.
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

/** The columns that show that a row is one, the best first. */
const columnConcepts = ['line_amount', 'line_unit_price', 'line_quantity'] as const;

interface ItemColumn {
  readonly concept: (typeof columnConcepts)[number];
  /** The items' own numbers in it. */
  readonly claimed: readonly Spot<Decimal>[];
  /** Where its numbers begin and end, in points. */
  readonly left: number;
  readonly right: number;
  readonly decimals: number;
}

/** The column in which the items have their numbers of a concept; one alone makes a column only under the header of a table. */
function columnOf(concept: ItemColumn['concept'], items: readonly PlacedItem[], index: DocumentIndex): ItemColumn | undefined {
  const claimed = items.flatMap((item) => spotOf(concept, item, index) ?? []);
  const [left, right] = [leftOf, rightOf].map((edge) => median(claimed.map(edge)));
  if (left === undefined || right === undefined) return undefined;
  const column = { concept, claimed, left, right, decimals: Math.min(...claimed.map((spot) => spot.decimals)) };
  const aligned = claimed.filter((spot) => isAlignedWith(column, spot)).length;
  return aligned >= (claimed.some((spot) => headerOfTable(spot, index)) ? 1 : 2) ? column : undefined;
}

/** Where an item's number of a concept stands in its own rows. */
function spotOf(concept: ItemColumn['concept'], { cells, from, to }: PlacedItem, index: DocumentIndex): Spot<Decimal> | undefined {
  const { amount } = cells.find((cell) => conceptOf(cell.field) === concept) ?? {};
  if (amount === undefined || amount === unknown) return undefined;
  const here = index.amountsAt(amount).filter((spot) => spot.order >= from && spot.order < to);
  return concept === 'line_amount' ? here.at(-1) : here[0];
}

const median = (values: readonly number[]): number | undefined => [...values].sort((a, b) => a - b)[values.length >> 1];

const isAlignedWith = ({ left, right }: ItemColumn, spot: Spot<unknown>): boolean =>
  Math.abs(rightOf(spot) - right) <= edgeSlack || Math.abs(leftOf(spot) - left) <= edgeSlack;

/** An amount has decimals; a quantity stands beside a number that has. */
function isInColumn(column: ItemColumn, spot: Spot<unknown>, index: DocumentIndex): boolean {
  if (spot.percent || !isAlignedWith(column, spot) || spot.decimals < column.decimals) return false;
  return spot.decimals > 0 || (column.concept === 'line_quantity' && index.numbersIn(spot.order).some(({ decimals }) => decimals > 0));
}

/** After an item or the header, with nothing between them that ends a table: a sum, labelled or by its value, a carry-over, another header. */
function isWithinTable(spot: Spot<unknown>, claimed: readonly Spot<unknown>[], ends: (row: Row) => boolean, index: DocumentIndex): boolean {
  const item = claimed.filter((other) => other.order < spot.order && other.row.page === spot.row.page).at(-1);
  const after = claimed.some((other) => other.order > spot.order && other.row.page === spot.row.page);
  const before = item?.order ?? (after ? headerOfTable(spot, index)?.order : undefined);
  return before !== undefined && !index.rows.slice(before + 1, spot.order + 1).some(ends);
}
