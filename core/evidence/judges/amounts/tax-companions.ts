import { memoizeByObject } from '../../../values/memoize.js';
import { type Decimal, decimal } from '../../../values/money.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/span.js';

/**
 * Whether an amount is only printed beside a tax to say what it is a tax on: the base, of which a printed rate gives the tax to the cent,
 * or the base and the tax together.
 */
export function isTaxCompanion(amount: Decimal, tax: Decimal, index: DocumentIndex): boolean {
  const rates = ratesIn(index);
  return [amount, amount.minus(tax)].some((base) =>
    rates.some((rate) => !rate.isZero() && base.times(rate).div(100).minus(tax).abs().lte(roundingSlack)),
  );
}

/**
 * Whether a number stands in a row of a table of taxes as the rate, the base or the sum of base and tax, by what the row itself works out to:
 * `21.00  522.31  109.69  632.00`.
 */
export function isOfTaxRow({ order }: Span, amount: Decimal, index: DocumentIndex): boolean {
  const row = index.numbersIn(order).flatMap(({ readings: [value] }) => (value && !value.isZero() ? [value] : []));
  const taxes = row.flatMap((rate) =>
    row.flatMap((base) => row.filter((tax) => isTaxOn(tax, rate, base)).map((tax) => ({ rate, base, tax }))),
  );
  if (taxes.some(({ tax }) => tax.eq(amount))) return false;
  return taxes.some(({ rate, base, tax }) => [rate, base, base.plus(tax)].some((other) => other.eq(amount)));
}

/** The highest rates of tax on goods are under this, in per cent. */
const maxRatePercent = 50;
const isTaxOn = (tax: Decimal, rate: Decimal, base: Decimal): boolean =>
  rate.gt(0) && rate.lte(maxRatePercent) && base.abs().gt(tax.abs()) && base.times(rate).div(100).minus(tax).abs().lte(roundingSlack);

/** What rounding may take or give. */
const roundingSlack = decimal('0.01');

/** The different rates that a document prints. */
const ratesIn = memoizeByObject(({ numbers }: DocumentIndex): readonly Decimal[] => {
  const rates = numbers.filter((spot) => spot.percent).flatMap((spot) => spot.readings);
  return [...new Map(rates.map((rate) => [rate.toString(), rate])).values()];
});
