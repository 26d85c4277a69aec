import { decimal, minus, plus, unknown } from '../../../core/index.js';
import type { AmountFact, InvoiceFacts } from './facts.js';

/**
 * The sums of EN 16931-1 that the amounts of an answer break, by the caller's fields: an invoice that states them would be refused. What is not
 * known breaks none. Source: EN 16931-1, BR-CO-13, 15 and 16.
 */
export function brokenSums({ totals: { lines, net, tax, gross, due }, extra, fieldOf }: InvoiceFacts): readonly string[] {
  const [subtotal, vat, total, rest, amount] = ['subtotal', 'tax', 'total', 'amount_due', 'line_amount'].map(
    (name) => fieldOf(name) ?? name,
  );
  const left = minus(plus(gross, orZero(extra('rounding'))), orZero(extra('prepaid')));
  const discounted = minus(plus(lines, orZero(extra('charge'))), orZero(extra('discount')));
  return [
    ...differing(net, discounted, `${subtotal} is not the sum of ${amount} with charges and discounts (BR-CO-13)`),
    ...differing(gross, plus(net, tax), `${subtotal}, ${vat} and ${total} do not add up (BR-CO-15)`),
    ...differing(due, left, `${rest} is not what ${total} leaves after what was paid and rounded (BR-CO-16)`),
  ];
}

const differing = (stated: AmountFact, expected: AmountFact, says: string): readonly string[] =>
  stated === unknown || expected === unknown || stated.eq(expected) ? [] : [`${says}: ${expected} would be right, and ${stated} is stated`];

const orZero = (value: AmountFact): AmountFact => (value === unknown ? decimal(0) : value);
