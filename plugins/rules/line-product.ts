import { type Decimal, decimal, definePlugin, times, unknown, type VerifierRule } from '../../core/index.js';
import { exactOf, rowsOf } from './records/index.js';

/**
 * Each line's amount is its quantity times its unit price. A price is printed with few decimals, so that the tolerance grows with the quantity.
 * Nothing can be said where the amount is a whole percentage of the product, as with a discount or a tax; a line that fails is a weak doubt.
 * Source: Peppol BIS Billing 3.0, rule PEPPOL-EN16931-R120.
 */
export default definePlugin({
  kind: 'rule',
  name: 'line-product',
  create: (): VerifierRule => ({
    type: 'LINE_PRODUCT',
    needs: ['line_quantity', 'line_unit_price', 'line_amount'],
    async check(result) {
      return rowsOf(result, ['line_amount', 'line_quantity', 'line_unit_price']).flatMap(
        ({ line_amount, line_quantity, line_unit_price }) => {
          const quantity = exactOf(line_quantity);
          const amount = exactOf(line_amount);
          const product = times(quantity, exactOf(line_unit_price));
          if (quantity === unknown || amount === unknown || product === unknown) return [];
          const agrees = (expected: Decimal): boolean =>
            result.agree(expected.abs(), amount.abs(), Math.max(2, Math.ceil(quantity.abs().toNumber())));
          const fields = [line_amount, line_quantity, line_unit_price].map(({ field }) => field);
          const holds = agrees(product) || (agrees(partOf(product, amount)) ? null : false);
          return [{ kind: 'predicate', fields, holds, expected: product, actual: amount, strength: 'weak' }];
        },
      );
    },
  }),
});

/** The whole percentage of a product that is nearest to an amount, from a tenth to a third more. */
const partOf = (product: Decimal, amount: Decimal): Decimal =>
  product.isZero()
    ? product
    : product.times(decimal(Math.min(Math.max(amount.div(product).abs().times(100).round().toNumber(), 10), 133))).div(100);
