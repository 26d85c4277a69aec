import type { Decimal } from '../../../../core/contracts/amount.js';
import { decimal, tolerance } from '../../../../core/values/money.js';
import type { Invoice } from '../../../fixtures/invoice/invoice.js';

/** Whether a printed sum holds; null where the page does not print enough to tell. */
export interface SumVerdict {
  readonly holds: boolean | null;
  /** The missing amount in major units. */
  readonly delta: number | null;
}

const cent = decimal('0.01');
const open: SumVerdict = { holds: null, delta: null };

/**
 * The two sums of EN 16931 over the printed values, with charges and discounts between subtotal and total. Tax-inclusive lines say nothing
 * about the subtotal. `states` tells whether the page prints a leaf.
 */
export const sumsOnPage = (invoice: Invoice, states: (leaf: string) => boolean) => ({
  horizontal_sum: horizontal(invoice, states),
  vertical_sum: vertical(invoice, states),
});

function horizontal({ totals }: Invoice, states: (leaf: string) => boolean): SumVerdict {
  if (!['subtotal', 'tax', 'total'].every(states)) return open;
  const expected = totals.subtotal.minus(totals.discount).plus(totals.shipping).plus(totals.tax);
  return verdict(expected.minus(totals.total), cent);
}

function vertical({ lines, totals, taxInclusive }: Invoice, states: (leaf: string) => boolean): SumVerdict {
  if (taxInclusive || !states('subtotal')) return open;
  const expected = lines.reduce((sum, { amount }) => sum.plus(amount), decimal(0));
  return verdict(expected.minus(totals.subtotal), tolerance(lines.length, cent));
}

const verdict = (delta: Decimal, most: Decimal): SumVerdict => ({ holds: delta.abs().lte(most), delta: delta.toNumber() });
