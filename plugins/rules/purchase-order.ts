import { definePlugin, type VerifierRule } from '../../core/index.js';
import { firstOf, masterData, masterDataOptions, rowsOf, unanswered } from './records/index.js';
import { lineColumns, matchLine } from './records/match-line.js';

/**
 * Each line stands in the purchase order that the document names, by its code or description, with no greater quantity and no higher price than
 * ordered. The data has a row for each line of an order: order_number, item, quantity, unit_price. What does not match is held. Source: the host's
 * orders.
 */
export default definePlugin({
  kind: 'rule',
  name: 'purchase-order',
  options: { type: 'object', properties: { ...masterDataOptions, tolerance_percent: { type: 'number', minimum: 0, default: 0 } } },
  create({ tolerance_percent: percent, ...options }, context): VerifierRule {
    const columns = ['order_number', 'item', 'quantity', 'unit_price'];
    const orders = masterData(options, { columns, searched: ['order_number'], name: 'The list of orders' }, context);
    return {
      type: 'PURCHASE_ORDER',
      needs: ['order_number', ...lineColumns].map((name) => ({ name })),
      async check(result, { signal, caller }) {
        const { field, value } = firstOf(result, 'order_number');
        if (typeof value !== 'string') return [];
        const known = { kind: 'known', fields: [field], expected: 'a purchase order', actual: value } as const;
        const answer = await orders(value, signal, caller);
        if (!answer.known) return [unanswered(known, { ...answer, why: `PURCHASE_ORDER: ${answer.why}` })];
        const { value: ordered = [] } = answer;
        if (ordered.length === 0) return [{ ...known, holds: false, policy: 'reread' }];
        return [{ ...known, holds: true }, ...rowsOf(result, lineColumns).flatMap((line) => matchLine(line, ordered, percent))];
      },
    };
  },
});
