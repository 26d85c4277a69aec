import { type Decimal, decimal } from '../../money.js';
import type { DocumentIndex } from '../page/document-index.js';

/**
 * Whether an amount is only printed beside a tax to say what it is a tax on: the base, of which a printed rate gives the tax to the cent,
 * or the base and the tax together.
 */
export function isTaxCompanion(amount: Decimal, tax: Decimal, index: DocumentIndex): boolean {
  const rates = ratesIn(index);
  return [amount, amount.minus(tax)].some((base) =>
    rates.some((rate) => !rate.isZero() && base.times(rate).div(100).minus(tax).abs().lte(cent)),
  );
}

/** What rounding may take or give. */
const cent = decimal('0.01');

const known = new WeakMap<DocumentIndex, readonly Decimal[]>();

/** The different rates that a document prints. */
function ratesIn(index: DocumentIndex): readonly Decimal[] {
  const rates = known.get(index) ?? [
    ...new Map(
      index.numbers.filter((spot) => spot.percent).flatMap((spot) => spot.readings.map((rate) => [rate.toString(), rate])),
    ).values(),
  ];
  known.set(index, rates);
  return rates;
}
