import { decimal, definePlugin, times, unknown, type VerifierRule } from '../../core/index.js';
import { exactOf, rowsOf } from './records/index.js';

/** Each line's tax is its amount times its rate in percent, or what its amount includes of it. Source: EN 16931-1, BR-S-09, for one line. */
export default definePlugin({
  kind: 'rule',
  name: 'line-tax',
  create: (): VerifierRule => ({
    type: 'LINE_TAX',
    needs: ['line_amount', 'line_tax_rate', 'line_tax'],
    async check(result) {
      return rowsOf(result, ['line_tax', 'line_amount', 'line_tax_rate']).flatMap(({ line_tax, line_amount, line_tax_rate }) => {
        const rate = exactOf(line_tax_rate);
        const actual = exactOf(line_tax);
        if (rate === unknown || actual === unknown) return [];
        const included = times(exactOf(line_amount), rate.div(rate.plus(100)));
        const added = times(exactOf(line_amount), rate, decimal('0.01'));
        const fields = [line_tax, line_amount, line_tax_rate].map(({ field }) => field);
        return [{ fields, expected: result.agree(included, actual) ? included : added, actual }];
      });
    },
  }),
});
