import { definePlugin, minus, times, unknown, type VerifierRule } from '../../core/index.js';
import { exactOf, rowsOf } from './records/index.js';

/**
 * Each line's amount is its quantity times its unit price, less its discount. A price is printed with few decimals, so that the tolerance grows
 * with the quantity. Source: Peppol BIS Billing 3.0, rule PEPPOL-EN16931-R120.
 */
export default definePlugin({
  kind: 'rule',
  name: 'line-product',
  create: (): VerifierRule => ({
    type: 'LINE_PRODUCT',
    needs: ['line_quantity', 'line_unit_price', 'line_amount'],
    async check(result) {
      const columns = ['line_amount', 'line_quantity', 'line_unit_price', 'line_discount'] as const;
      return rowsOf(result, columns).flatMap(({ line_amount, line_quantity, line_unit_price, line_discount }) => {
        const quantity = exactOf(line_quantity);
        if (quantity === unknown) return [];
        const actual = exactOf(line_amount);
        const product = times(quantity, exactOf(line_unit_price));
        const discounted = minus(product, exactOf(line_discount));
        const fields = [line_amount, line_quantity, line_unit_price].map(({ field }) => field);
        const terms = Math.max(2, Math.ceil(quantity.abs().toNumber()));
        return [{ fields, expected: result.agree(discounted, actual) ? discounted : product, actual, terms }];
      });
    },
  }),
});
