import { type Decimal, unknown } from '../../contracts/amount.js';
import type { Cap } from '../../contracts/cap.js';
import type { Concept } from '../../contracts/concept.js';
import { rowOf } from '../../schema/path.js';
import { memoizeByObject } from '../../values/memoize.js';
import { decimal } from '../../values/money.js';
import { type Grounded, held, isUnrefuted } from '../grounded.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { labelsIn } from '../labels/labels.js';
import { labelsBeside } from '../labels/nearby/label-beside.js';
import { isHalfOfTax, type TaxPart, taxPartOf } from '../labels/tax-parts.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Span, Spot } from '../page/page-index.js';
import { cap } from '../scoring/caps.js';
import { eachArray } from './rows/place-items.js';

/** Caps the rows of each array of taxes that lacks a rate which the page prints beside a tax label. */
export const judgeTaxes = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  eachArray(
    cells,
    (items) => {
      const missing = missingRate(items.flat(), index);
      return missing ? items.flat().map((cell) => held(cell, missing)) : [];
    },
    index,
  );

function missingRate(cells: readonly Grounded[], index: DocumentIndex): Cap | undefined {
  const rates = cells.filter(({ field }) => taxPartOf(field) === 'rate').flatMap(({ amount }) => (amount === unknown ? [] : [amount]));
  if (rates.length === 0) return undefined;
  const missing = printedRates(index).find(({ readings }) => !readings.some((reading) => rates.some((rate) => rate.eq(reading))));
  return missing && cap('arithmetic.rows', `Row missing: ${missing.text} on page ${missing.row.page} is a rate of tax and no row has it`);
}

/** The percentages that are printed beside a tax label. */
export const printedRates = (index: DocumentIndex): readonly Spot<Decimal>[] =>
  index.numbers.filter(
    (spot) => spot.percent && labelsBeside(spot, index).labels.some(({ concept }) => concept === 'tax' || concept === 'tax_rate'),
  );

/** Whether a base or a sum printed elsewhere belongs to a tax row: rate × base gives the row's tax, and base plus tax gives the sum. */
export function belongsToTaxRow(cell: Grounded, row: readonly Grounded[]): boolean {
  const [rate, base, tax] = (['rate', 'base', 'tax'] as const).map((part) => amountOf(row, part));
  if (!rate || !base || !tax || base.times(rate).div(100).minus(tax).abs().gt(lineRoundingSlack)) return false;
  const part = taxPartOf(cell.field);
  return part === 'base' || (part === 'gross' && cell.amount !== unknown && base.plus(tax).eq(cell.amount));
}

function amountOf(row: readonly Grounded[], part: TaxPart): Decimal | undefined {
  const amount = row.find(({ field }) => taxPartOf(field) === part)?.amount ?? unknown;
  return amount === unknown ? undefined : amount;
}

/** Rounding line by line may add or drop this much, in major units. */
const lineRoundingSlack = decimal('0.05');

/**
 * Checks tax = rate × base for the document (base: the subtotal, or the total less the tax) and for each row that states all three. Returns
 * caps by path. A value that is not on the page makes the result unknown.
 * Source: EN 16931-1, BR-S-09 (BT-117 = BT-116 × BT-119 / 100), with the slack of its validation artefacts (1.00, within 1 %).
 */
export function judgeTaxRates(cells: readonly Grounded[]): ReadonlyMap<string, readonly Cap[]> {
  const groups = Map.groupBy(cells, (cell) => rowOf(cell.path)?.row ?? '');
  return new Map([...groups].flatMap(([row, group]) => (row === '' ? ofDocument(group) : ofRow(group))));
}

function ofRow(cells: readonly Grounded[]): readonly (readonly [string, readonly Cap[]])[] {
  const [rate, tax, base] = [
    stated(cells, 'line_tax_rate') ?? statedPart(cells, 'rate'),
    stated(cells, 'line_tax') ?? statedPart(cells, 'tax'),
    stated(cells, 'line_amount') ?? statedPart(cells, 'base'),
  ];
  return rate && tax && base && !isTaxOf(tax.amount, rate.amount, [base.amount]) ? failuresOf([rate, tax], rate, tax) : [];
}

function ofDocument(cells: readonly Grounded[]): readonly (readonly [string, readonly Cap[]])[] {
  const [rate, tax, net, gross] = (['tax_rate', 'tax', 'subtotal', 'total'] as const).map((concept) => stated(cells, concept));
  const bases = [...(net ? [net.amount] : []), ...(gross && tax ? [gross.amount.minus(tax.amount)] : [])];
  return rate && tax && bases.length > 0 && !isTaxOf(tax.amount, rate.amount, bases) ? failuresOf([rate, tax], rate, tax) : [];
}

type StatedAmount = Omit<Grounded, 'amount'> & { readonly amount: Decimal };

const stated = (cells: readonly Grounded[], concept: Concept): StatedAmount | undefined =>
  cells.find((cell): cell is StatedAmount => conceptOf(cell.field) === concept && cell.amount !== unknown && isUnrefuted(cell));

const statedPart = (cells: readonly Grounded[], part: TaxPart): StatedAmount | undefined =>
  cells.find((cell): cell is StatedAmount => taxPartOf(cell.field) === part && cell.amount !== unknown && isUnrefuted(cell));

const isTaxOf = (tax: Decimal, rate: Decimal, bases: readonly Decimal[]): boolean =>
  bases.some((base) => {
    const off = base.times(rate).div(100).minus(tax).abs();
    return off.lte(1) && off.lte(base.abs().div(100).plus(decimal('0.01')));
  });

const failuresOf = (
  cells: readonly StatedAmount[],
  rate: StatedAmount,
  tax: StatedAmount,
): readonly (readonly [string, readonly Cap[]])[] =>
  cells.map((cell) => [cell.path, [cap('arithmetic.taxRate', `Check failed: ${tax.amount} is not ${rate.amount} % of the net amount`)]]);

/**
 * Whether an amount is printed beside a tax only to state its base: a printed rate of it gives the tax to the cent, or it is the sum of
 * such a base and the tax.
 */
export function isTaxCompanion(amount: Decimal, tax: Decimal, index: DocumentIndex): boolean {
  const rates = ratesIn(index);
  return [amount, amount.minus(tax)].some((base) =>
    rates.some((rate) => !rate.isZero() && base.times(rate).div(100).minus(tax).abs().lte(roundingSlack)),
  );
}

/**
 * Whether a number is the rate, the base or the gross amount in a row of a tax table, judged by the row's own arithmetic: `21.00 522.31
 * 109.69 632.00`.
 */
export function isOfTaxRow({ order }: Span, amount: Decimal, index: DocumentIndex): boolean {
  const row = index.numbersIn(order).flatMap(({ readings: [value] }) => (value && !value.isZero() ? [value] : []));
  const taxes = row.flatMap((rate) =>
    row.flatMap((base) => row.filter((tax) => isTaxOn(tax, rate, base)).map((tax) => ({ rate, base, tax }))),
  );
  if (taxes.some(({ tax }) => tax.eq(amount))) return false;
  return taxes.some(({ rate, base, tax }) => [rate, base, base.plus(tax)].some((other) => other.eq(amount)));
}

/** Tax rates on goods are below this, in per cent. */
const maxRatePercent = 50;
const isTaxOn = (tax: Decimal, rate: Decimal, base: Decimal): boolean =>
  rate.gt(0) && rate.lte(maxRatePercent) && base.abs().gt(tax.abs()) && base.times(rate).div(100).minus(tax).abs().lte(roundingSlack);

/** Rounding may add or drop this much, in major units. */
const roundingSlack = decimal('0.01');

/** The distinct rates that a document prints, and those of which it prints a half. */
const ratesIn = memoizeByObject(({ numbers, phrases }: DocumentIndex): readonly Decimal[] => {
  const printed = numbers.filter((spot) => spot.percent).flatMap((spot) => spot.readings);
  const halves = phrases.some(({ text }) => labelsIn(text).some(({ label }) => isHalfOfTax(label)));
  const rates = halves ? printed.flatMap((rate) => [rate, rate.times(2)]) : printed;
  return [...new Map(rates.map((rate) => [rate.toString(), rate])).values()];
});
