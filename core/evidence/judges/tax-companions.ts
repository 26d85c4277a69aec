import { type Decimal, decimal } from '../../money.js';
import type { DocumentIndex } from '../page/document-index.js';

/**
 * Whether an amount is only printed beside a tax to say what it is a tax on: the base, of which a printed rate gives the tax to the cent,
 * or the base and the tax together.
 */
export function isTaxCompanion(amount: Decimal, tax: Decimal, index: DocumentIndex): boolean {
  const rates = index.numbers.filter((spot) => spot.percent).flatMap((spot) => spot.readings);
  return [amount, amount.minus(tax)].some((base) =>
    rates.some((rate) => !rate.isZero() && base.times(rate).div(100).minus(tax).abs().lte(cent)),
  );
}

/** What rounding may take or give. */
const cent = decimal('0.01');
