import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import { decimal } from '../../../values/money.js';
import { type Grounded, held } from '../../grounded.js';
import { labelsBeside } from '../../labels/nearby/label-beside.js';
import { type TaxPart, taxPartOf } from '../../labels/tax-parts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Spot } from '../../page/page-index.js';
import { cap } from '../../scoring/caps.js';
import { eachArray } from '../rows/place-items.js';

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
  if (!rate || !base || !tax || base.times(rate).div(100).minus(tax).abs().gt(roundingSlack)) return false;
  const part = taxPartOf(cell.field);
  return part === 'base' || (part === 'gross' && cell.amount !== unknown && base.plus(tax).eq(cell.amount));
}

function amountOf(row: readonly Grounded[], part: TaxPart): Decimal | undefined {
  const amount = row.find(({ field }) => taxPartOf(field) === part)?.amount ?? unknown;
  return amount === unknown ? undefined : amount;
}

/** Rounding line by line may add or drop this much, in major units. */
const roundingSlack = decimal('0.05');
