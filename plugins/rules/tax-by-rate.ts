import { type Decimal, decimal, definePlugin, plus, times, type Unknown, unknown, type VerifierRule } from '../../core/index.js';
import { exactOf, firstOf, rowsOf } from './records/index.js';

/**
 * The tax is the sum over the rates of what the lines of a rate amount to, times the rate. Nothing can be said where a line has no rate, or the
 * lines are not the subtotal. Source: EN 16931-1, BR-S-08 and BR-S-09 (the taxable amount of a rate, and its tax), BR-CO-14 (their sum).
 */
export default definePlugin({
  kind: 'rule',
  name: 'tax-by-rate',
  create: (): VerifierRule => ({
    type: 'TAX_BY_RATE',
    needs: ['tax', 'subtotal', 'line_amount', 'line_tax_rate'],
    async check(result) {
      const rows = rowsOf(result, ['line_amount', 'line_tax_rate']);
      const lines = rows.map((row): RatedLine => ({ net: exactOf(row.line_amount), rate: exactOf(row.line_tax_rate) }));
      const [row] = rows;
      if (!row || lines.every(({ rate }) => rate === unknown)) return [];
      const isNet = result.agree(plus(...lines.map(({ net }) => net)), result.number('subtotal'), lines.length);
      const byRate = [...Map.groupBy(lines, ({ rate }) => String(rate)).values()];
      const taxes = byRate.map((same) => times(plus(...same.map(({ net }) => net)), same[0]?.rate ?? unknown, decimal('0.01')));
      const printed = result.shadow('tax');
      const fields = [printed[0] ?? firstOf(result, 'tax'), row.line_amount, row.line_tax_rate].map(({ field }) =>
        field.replace(/\[\d+\]/, '[]'),
      );
      const actual = printed.length > 0 ? plus(...printed.map(({ value }) => value)) : unknown;
      return [{ fields, expected: isNet ? plus(...taxes) : unknown, actual, terms: byRate.length + 1 }];
    },
  }),
});

interface RatedLine {
  readonly net: Decimal | Unknown;
  readonly rate: Decimal | Unknown;
}
