import type { Cap } from '../../contracts/draft.js';
import { type Decimal, decimal, unknown } from '../../money.js';
import { cap } from '../caps.js';
import type { Grounded } from '../grounded.js';
import { kindOf } from '../labels/concept-kind.js';
import { conceptOf } from '../labels/concepts.js';
import { labelsIn, markIn } from '../labels/labels.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Row } from '../page/page-index.js';
import type { Spot } from '../page/span.js';
import { isTableHeader } from '../page/table-columns.js';

/** An item and the row of the page it was given. */
export interface PlacedItem {
  readonly cells: readonly Grounded[];
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Whether every row of a printed table was read: an amount in the column of the items' amounts, between the items or after the last one
 * before anything that is a sum, and in no item's row, is a row that is missing. Undefined where none is.
 */
export function judgeCompleteness(items: readonly PlacedItem[], index: DocumentIndex): Cap | undefined {
  const claimed = items.flatMap((item) => amountSpot(item, index) ?? []);
  const column = columnOf(claimed);
  if (!column) return undefined;
  const rows = new Set(items.map((item) => item.from).concat(claimed.map((spot) => spot.order)));
  const sum = claimed.reduce((total, spot) => total.plus(spot.readings[0] ?? 0), decimal(0));
  const others = index.numbers.filter((spot) => !rows.has(spot.order) && isIn(column, spot));
  const sums = new Set(others.filter((spot) => spot.readings.some((reading) => reading.eq(sum))).map((spot) => spot.row));
  const missing = others.find((spot) => isWithinTable(spot, claimed, (row) => sums.has(row) || isSum(row) || isTableHeader(row), index));
  if (!missing) return undefined;
  return cap('arithmetic.rows', `Row missing: ${missing.text} on page ${missing.row.page} stands among the amounts and no item has it`);
}

/** Where an item's amount stands in its own rows. */
function amountSpot({ cells, from, to }: PlacedItem, index: DocumentIndex): Spot<Decimal> | undefined {
  const { amount } = cells.find((cell) => conceptOf(cell.field) === 'line_amount') ?? {};
  if (amount === undefined || amount === unknown) return undefined;
  return index
    .amountsAt(amount)
    .filter((spot) => spot.order >= from && spot.order < to)
    .at(-1);
}

interface Column {
  /** Where the amounts end on the right, in points. */
  readonly right: number;
  readonly decimals: number;
}

/** The middle of the items' amounts; one alone makes no column. */
function columnOf(spots: readonly Spot<unknown>[]): Column | undefined {
  const edges = spots.map(rightOf).sort((a, b) => a - b);
  const middle = edges[edges.length >> 1];
  if (middle === undefined || edges.filter((edge) => Math.abs(edge - middle) <= slack).length < 2) return undefined;
  return { right: middle, decimals: Math.min(...spots.map((spot) => spot.decimals)) };
}

/** Right edges of one column differ by at most this, in points. */
const slack = 3;
const rightOf = (spot: Spot<unknown>): number => {
  const last = spot.row.words[spot.to - 1];
  return last ? last.box.x + last.box.width : 0;
};

const isIn = (column: Column, spot: Spot<unknown>): boolean =>
  Math.abs(rightOf(spot) - column.right) <= slack && spot.decimals >= Math.max(1, column.decimals) && !spot.percent;

/** After an item, with nothing between them that ends a table: a sum, labelled or by its value, a carry-over, another header. */
function isWithinTable(
  spot: Spot<unknown>,
  claimed: readonly Spot<unknown>[],
  ends: (row: Row) => boolean,
  { rows }: DocumentIndex,
): boolean {
  const before = claimed.filter((item) => item.order < spot.order).at(-1);
  return before?.row.page === spot.row.page && !rows.slice(before.order + 1, spot.order + 1).some(ends);
}

const isSum = (row: Row): boolean =>
  markIn(row.text) === 'carry-over' || labelsIn(row.text).some((match) => match.concept !== 'own' && kindOf(match.concept) === 'amount');
