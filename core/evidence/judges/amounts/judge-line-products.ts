import { type Decimal, type Unknown, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import { rowOf } from '../../../schema/path.js';
import { decimal } from '../../../values/money.js';
import { type Grounded, isAmbiguous, isUnrefuted } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Spot } from '../../page/page-index.js';
import { cap } from '../../scoring/caps.js';
import { isAdjusted, type LineRow } from './line-adjustments.js';

export interface LineProducts {
  readonly failed: ReadonlyMap<string, readonly Cap[]>;
  /** By path of a cell: why the arithmetic of its row corroborates it. */
  readonly passed: ReadonlyMap<string, string>;
  /**
   * Paths of the numbers with two readings of which only one fits. Two ambiguous numbers in a row stay open: their wrong readings may fit
   * too.
   */
  readonly settled: ReadonlySet<string>;
  /** The rows whose product holds: `$.line_items[2]`. */
  readonly rows: ReadonlySet<string>;
}

/**
 * Checks quantity × unit price = amount in each row, also with a price per 10, 100 or 1,000 pieces or less the row's discount. A number
 * that is not on the page makes the result unknown.
 * Source: Peppol BIS Billing 3.0, PEPPOL-EN16931-R120; its slack of 0.02 grows by the possible rounding of the price.
 */
export function judgeLineProducts(cells: readonly Grounded[], unit: Decimal, index: DocumentIndex): LineProducts {
  const failed = new Map<string, readonly Cap[]>();
  const passed = new Map<string, string>();
  const settled = new Set<string>();
  const rows = Map.groupBy(
    cells.filter((cell) => rowOf(cell.path) !== undefined && isUnrefuted(cell)),
    (cell) => rowOf(cell.path)?.row,
  );
  for (const row of rows.values()) {
    const operands = (['line_quantity', 'line_unit_price', 'line_amount'] as const).map((concept) =>
      row.find((cell) => conceptOf(cell.field) === concept),
    );
    const [quantity, price, amount] = operands.map((cell) => cell?.amount ?? unknown);
    if (quantity === undefined || price === undefined || amount === undefined) continue;
    if (quantity === unknown || price === unknown || amount === unknown) continue;
    const printed = numbersOf(row, index);
    const line: LineRow = {
      quantity,
      price,
      amount,
      decimals: printedDecimals(price, printed),
      bases: basesIn(printed, { quantity, price, amount }),
      discount: numberOf(row, 'line_discount'),
    };
    const holds = isProduct(line, unit);
    if (!holds && isAdjusted(line, row, { unit, index })) continue;
    const ambiguous = operands.filter((cell) => cell && isAmbiguous(cell));
    for (const cell of operands) {
      if (!cell) continue;
      if (holds && ambiguous.length === 1 && ambiguous[0] === cell) settled.add(cell.path);
      if (holds) passed.set(cell.path, 'quantity × unit price = amount');
      else failed.set(cell.path, [cap('arithmetic.lineProduct', `Check failed: ${quantity} × ${price} is not ${amount}`)]);
    }
  }
  return { failed, passed, settled, rows: new Set([...passed.keys()].flatMap((path) => rowOf(path)?.row ?? [])) };
}

function isProduct({ quantity, price, amount, decimals, bases, discount }: LineRow, unit: Decimal): boolean {
  const product = quantity.times(price);
  const rounding = quantity.abs().times(decimal(10).pow(-decimals)).div(2);
  const slackOf = (base: number): Decimal => (rounding.div(base).gt(unit.times(2)) ? rounding.div(base) : unit.times(2));
  const gives = (expected: Decimal, base = 1): boolean => expected.minus(amount).abs().lte(slackOf(base));
  const reduced = discount === unknown ? [] : [product.minus(discount.abs()), product.times(decimal(100).minus(discount.abs())).div(100)];
  return bases.some((base) => gives(product.div(base), base)) || reduced.some((expected) => gives(expected));
}

/** A price per hundred prints the hundred as a number of its own: `12,50 / 100`. A price equal to the amount is the amount read twice. */
function basesIn(
  printed: readonly Spot<Decimal>[],
  { quantity, price, amount }: Pick<LineRow, 'quantity' | 'price' | 'amount'>,
): readonly number[] {
  if (price.eq(amount)) return [1];
  const times = (base: number): number => printed.filter(({ readings }) => readings.some((reading) => reading.eq(base))).length;
  return [1, ...[10, 100, 1_000].filter((base) => times(base) > (quantity.eq(base) ? 1 : 0))];
}

/** Counts the decimals as the row prints them: `60.00` has two, although the number sixty has none. */
function printedDecimals(price: Decimal, printed: readonly Spot<Decimal>[]): number {
  const places = printed.filter(({ readings }) => readings.some((reading) => reading.eq(price)));
  return Math.max(price.decimalPlaces(), ...places.map(({ decimals }) => decimals));
}

/** All numbers printed in the page rows from which this row was read. */
function numbersOf(row: readonly Grounded[], index: DocumentIndex): readonly Spot<Decimal>[] {
  const orders = new Set(row.flatMap((cell) => cell.evidence?.spans.map((span) => span.order) ?? []));
  return [...orders].flatMap((order) => index.numbersIn(order));
}

const numberOf = (row: readonly Grounded[], concept: Concept): Decimal | Unknown =>
  row.find((cell) => conceptOf(cell.field) === concept)?.amount ?? unknown;
