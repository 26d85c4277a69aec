import type { Decimal } from '../../../contracts/amount.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { decimal } from '../../../values/money.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';

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

/** The distinct rates that a document prints. */
const ratesIn = memoizeByObject(({ numbers }: DocumentIndex): readonly Decimal[] => {
  const rates = numbers.filter((spot) => spot.percent).flatMap((spot) => spot.readings);
  return [...new Map(rates.map((rate) => [rate.toString(), rate])).values()];
});
