import { decimal, definePlugin, unknown, type VerifierRule } from '../../core/index.js';
import { firstOf } from './records/index.js';

/** Documents with an amount outside of the limits are held, so that a person approves them; in major units of their currency. Source: the host. */
export default definePlugin({
  kind: 'rule',
  name: 'amount-limits',
  options: {
    type: 'object',
    properties: { field: { type: 'string', default: 'total' }, at_least: { type: 'number' }, at_most: { type: 'number' } },
  },
  create: ({ field: name, at_least: least = -Infinity, at_most: most = Infinity }): VerifierRule => ({
    type: 'AMOUNT_LIMITS',
    needs: [{ name, type: 'number' }],
    async check(result) {
      const amount = result.number(name);
      const common = {
        kind: 'predicate',
        fields: [firstOf(result, name).field],
        expected: `from ${least} to ${most}`,
        policy: 'hold',
      } as const;
      if (amount === unknown) return [{ ...common, holds: null, actual: null }];
      return [{ ...common, holds: amount.gte(decimal(least)) && amount.lte(decimal(most)), actual: amount }];
    },
  }),
});
