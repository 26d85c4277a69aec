import type { Cap } from '../../contracts/draft.js';
import { type Decimal, decimal, type Unknown, unknown } from '../../money.js';
import { rowOf } from '../../schema/path.js';
import { cap } from '../caps.js';
import { type Grounded, isAmbiguous, isProven } from '../grounded.js';
import { type Concept, conceptOf } from '../labels/concepts.js';
import { labelsBeside } from '../labels/label-beside.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Spot } from '../page/span.js';
import { columnOf, headerOver } from '../page/table-columns.js';

export interface LineProducts {
  readonly failed: ReadonlyMap<string, readonly Cap[]>;
  /** Why the amounts of a row that works out are corroborated. */
  readonly passed: ReadonlyMap<string, string>;
  /** Numbers with two readings of which only one works out: where two of a row have two, the others may work out together. */
  readonly settled: ReadonlySet<string>;
}

/**
 * Whether quantity × unit price gives the amount in each row: as it stands, with a price for 10, 100 or 1,000 pieces, or less the row's
 * discount. A number that the page does not show makes it unknown: it neither blames nor proves its neighbours.
 * Source: Peppol BIS Billing 3.0, PEPPOL-EN16931-R120, whose slack of 0.02 grows with what the price may have been rounded by.
 */
export function judgeLineProducts(cells: readonly Grounded[], unit: Decimal, index: DocumentIndex): LineProducts {
  const failed = new Map<string, readonly Cap[]>();
  const passed = new Map<string, string>();
  const settled = new Set<string>();
  const rows = Map.groupBy(
    cells.filter((cell) => rowOf(cell.path) !== undefined && isProven(cell)),
    (cell) => rowOf(cell.path)?.row,
  );
  for (const row of rows.values()) {
    const operands = (['line_quantity', 'line_unit_price', 'line_amount'] as const).map((concept) =>
      row.find((cell) => conceptOf(cell.field) === concept),
    );
    const [quantity, price, amount] = operands.map((cell) => cell?.amount ?? unknown);
    if (quantity === undefined || price === undefined || amount === undefined) continue;
    if (quantity === unknown || price === unknown || amount === unknown) continue;
    const line: Line = { quantity, price, amount, discount: numberOf(row, 'line_discount') };
    const holds = worksOut(line, unit);
    if (!holds && isAdjusted(line, row, { unit, index })) continue;
    const ambiguous = operands.filter((cell) => cell && isAmbiguous(cell));
    for (const cell of operands) {
      if (!cell) continue;
      if (holds && ambiguous.length === 1 && ambiguous[0] === cell) settled.add(cell.path);
      if (holds) passed.set(cell.path, 'quantity × unit price = amount');
      else failed.set(cell.path, [cap('arithmetic.lineProduct', `Check failed: ${quantity} × ${price} is not ${amount}`)]);
    }
  }
  return { failed, passed, settled };
}

interface Line {
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly discount: Decimal | Unknown;
}

function worksOut({ quantity, price, amount, discount }: Line, unit: Decimal): boolean {
  const product = quantity.times(price);
  const halfDigit = decimal(10).pow(-price.decimalPlaces()).div(2);
  const rounding = quantity.abs().times(halfDigit);
  const slack = rounding.gt(unit.times(2)) ? rounding : unit.times(2);
  const reduced = discount === unknown ? [] : [product.minus(discount.abs()), product.times(decimal(100).minus(discount.abs())).div(100)];
  // A price that is the amount is the amount, read twice; the price of ten of ten pieces is rare, and never printed once.
  const bases = price.eq(amount) ? [1] : [1, 10, 100, 1_000];
  return [...bases.map((base) => product.div(base)), ...reduced].some((expected) => expected.minus(amount).abs().lte(slack));
}

/**
 * Whether the item's own rows print by what its amount differs from quantity × unit price: a discount or a tax, as an amount or as a rate, by
 * its label, its column or its minus. Then the row is no error, and no proof either. A step of more than half of the product is none.
 */
function isAdjusted(line: Line, row: readonly Grounded[], { unit, index }: { unit: Decimal; index: DocumentIndex }): boolean {
  const orders = row.flatMap((cell) => cell.evidence?.spans.map((span) => span.order) ?? []);
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  if (orders.length === 0 || last - first > mostRows) return false;
  const product = line.quantity.times(line.price);
  return index.rows
    .slice(first, last + 1)
    .flatMap((_, offset) => index.numbersIn(first + offset))
    .filter((spot) => isStep(spot, index))
    .some((spot) => {
      const [number] = spot.readings;
      const step = isRate(spot, index) ? product.times(number?.abs() ?? 0).div(100) : (number?.abs() ?? product);
      if (step.isZero() || step.gt(product.abs().div(2))) return false;
      return [product.minus(step), product.plus(step)].some((expected) => expected.minus(line.amount).abs().lte(unit));
    });
}

/** A number with a percent sign, or under a header with one: `Rabatt %`. */
const isRate = (spot: Spot<Decimal>, index: DocumentIndex): boolean => spot.percent || /%/.test(headerOver(spot, index)?.text ?? '');

/** An item that is spread over more rows of the page is not looked through. */
const mostRows = 9;

/** A number that is a discount or a tax: a rate, or an amount with a minus, under such a header or after such a label. */
function isStep(spot: Spot<Decimal>, index: DocumentIndex): boolean {
  if (isRate(spot, index)) return true;
  if (spot.decimals === 0) return false;
  const column = columnOf(spot, index);
  const label = labelsBeside(spot, index, { kind: 'amount' }).labels.at(-1)?.concept;
  return (
    (column !== undefined && stepColumns.has(column)) ||
    label === 'discount' ||
    label === 'tax' ||
    (spot.readings[0]?.isNegative() ?? false)
  );
}
const stepColumns = new Set<string>(['line_discount', 'line_tax', 'line_tax_rate']);

const numberOf = (row: readonly Grounded[], concept: Concept): Decimal | Unknown =>
  row.find((cell) => conceptOf(cell.field) === concept)?.amount ?? unknown;
