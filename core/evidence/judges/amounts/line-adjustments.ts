import type { Decimal, Unknown } from '../../../contracts/amount.js';
import type { Grounded } from '../../grounded.js';
import { labelsBeside } from '../../labels/nearby/label-beside.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Spot } from '../../page/page-index.js';
import { columnOf, headerOver } from '../../page/surroundings.js';

/** One row, with what its amount should come to. */
export interface LineRow {
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
export function isAdjusted(line: LineRow, row: readonly Grounded[], { unit, index }: { unit: Decimal; index: DocumentIndex }): boolean {
  const orders = row.flatMap((cell) => cell.evidence?.spans.map((span) => span.order) ?? []);
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  if (orders.length === 0 || last - first > maxItemRows) return false;
  const product = line.quantity.times(line.price);
  const printed = index.rows.slice(first, last + 1).flatMap((_, offset) => index.numbersIn(first + offset));
  const besideProduct = printsProduct(printed, line, product);
  return printed
    .flatMap((spot) => stepsOf(spot, product, { index, besideProduct: besideProduct && !isOperand(spot, line) }))
    .filter((step) => !step.isZero() && step.lte(product.abs().div(2)))
    .flatMap((step) => [product.minus(step), product.plus(step)])
    .some((expected) => expected.minus(line.amount).abs().lte(unit));
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
