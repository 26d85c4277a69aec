import { type Decimal, type Unknown, unknown } from '../../contracts/amount.js';
import type { Cap } from '../../contracts/cap.js';
import type { Concept } from '../../contracts/concept.js';
import { rowOf } from '../../schema/path.js';
import { decimal } from '../../values/money.js';
import { type Grounded, isAmbiguous, isUnrefuted } from '../grounded.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { labelsBeside } from '../labels/nearby/label-beside.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Spot } from '../page/page-index.js';
import { columnOf, headerOver } from '../page/surroundings.js';
import { cap } from '../scoring/caps.js';

interface LineProducts {
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
 * Where only the signs differ, as in a sale of securities, the product says nothing.
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
    if (!holds && (isProduct({ ...line, amount: amount.neg() }, unit) || isAdjusted(line, row, { unit, index }))) continue;
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

/** One row, with what its amount should come to. */
interface LineRow {
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** Decimals that the price is printed with; further ones may have been rounded away. */
  readonly decimals: number;
  /** The number of pieces that the price may be for: one, and each power of ten that the row prints. */
  readonly bases: readonly number[];
  readonly discount: Decimal | Unknown;
}

/**
 * Whether the item's rows print the difference between its amount and quantity × unit price as a discount or a tax, so that the row is
 * neither wrong nor proven. An adjustment of more than half the product does not count.
 */
function isAdjusted(line: LineRow, row: readonly Grounded[], { unit, index }: { unit: Decimal; index: DocumentIndex }): boolean {
  const orders = row.flatMap((cell) => cell.evidence?.spans.map((span) => span.order) ?? []);
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  if (orders.length === 0 || last - first > maxItemRows) return false;
  const product = line.quantity.times(line.price);
  const printed = index.rows.slice(first, last + 1).flatMap((_, offset) => index.numbersIn(first + offset));
  if (isAdjustedTwice(line, printed, product)) return true;
  const besideProduct = printsProduct(printed, line, product);
  return printed
    .flatMap((spot) => stepsOf(spot, product, { index, besideProduct: besideProduct && !isOperand(spot, line) }))
    .filter((step) => !step.isZero() && step.lte(product.abs().div(2)))
    .flatMap((step) => [product.minus(step), product.plus(step)])
    .some((expected) => expected.minus(line.amount).abs().lte(unit));
}

/**
 * Whether one row of the page prints the way from its product to its amount in two steps, from left to right: `250.00 -12.50 237.50 28.50 266.00`, the price,
 * a discount, what that leaves, the tax of it, and the amount.
 */
function isAdjustedTwice({ price, amount }: LineRow, spots: readonly Spot<Decimal>[], product: Decimal): boolean {
  const amounts = spots.filter(({ decimals, percent }) => decimals > 0 && !percent).toSorted((a, b) => a.from - b.from);
  return [...Map.groupBy(amounts, ({ order }) => order).values()].some((row) => {
    const numbers = row.map(({ readings: [reading = decimal(0)] }) => reading.abs());
    return numbers.some((_, at) => {
      const [first, off, net, on, last] = numbers.slice(at, at + 5);
      return first?.eq(price) && off && net?.eq(product.minus(off)) && on && last?.eq(net.plus(on)) && last.eq(amount);
    });
  });
}

/** The amounts that a number may take off the product or add to it. A bare `21.00` is a rate or an amount. */
function stepsOf(
  spot: Spot<Decimal>,
  product: Decimal,
  { index, besideProduct }: { readonly index: DocumentIndex; readonly besideProduct: boolean },
): readonly Decimal[] {
  const number = spot.readings[0]?.abs();
  if (number === undefined || !(besideProduct || isAdjustment(spot, index))) return [];
  const part = product.abs().times(number).div(100);
  if (isRate(spot, index)) return [part];
  return besideProduct || columnOf(spot, index) === 'line_tax_rate' ? [part, number] : [number];
}

/** Whether the product itself is printed beside its factors: then the amount is another one, such as the one with tax, and no factor is wrong. */
function printsProduct(printed: readonly Spot<Decimal>[], { quantity, price, amount }: LineRow, product: Decimal): boolean {
  const times = printed.filter(({ readings }) => readings.some((reading) => reading.eq(product))).length;
  return times > [quantity, price, amount].filter((operand) => operand.eq(product)).length;
}

const isOperand = ({ readings }: Spot<Decimal>, { quantity, price, amount }: LineRow): boolean =>
  readings.some((reading) => [quantity, price, amount].some((operand) => operand.eq(reading)));

/** A number with a percent sign, or under a header with one: `Rabatt %`. */
const isRate = (spot: Spot<Decimal>, index: DocumentIndex): boolean => spot.percent || /%/.test(headerOver(spot, index)?.text ?? '');

/** Items that spread over more rows of the page are not searched. */
const maxItemRows = 9;

/** Whether a number is a discount or a tax: a rate, or an amount that has a minus, an adjustment label or an adjustment column. */
function isAdjustment(spot: Spot<Decimal>, index: DocumentIndex): boolean {
  if (isRate(spot, index)) return true;
  if (spot.decimals === 0) return false;
  const column = columnOf(spot, index);
  const label = labelsBeside(spot, index, { kind: 'amount' }).labels.at(-1)?.concept;
  return (
    (column !== undefined && adjustmentColumns.has(column)) ||
    label === 'discount' ||
    label === 'tax' ||
    (spot.readings[0]?.isNegative() ?? false)
  );
}
const adjustmentColumns = new Set<string>(['line_discount', 'line_tax', 'line_tax_rate']);
