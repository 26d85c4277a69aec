import { checkVAT, countries } from 'jsvat';
import { definePlugin, type VerifierRule } from '../../core/index.js';
import { vatIdShape } from '../../core/text.js';
import { testEachText } from './records/index.js';

/**
 * The form and the check digits of each VAT number that begins with a country of the EU, GB, CH or NO. Others make no finding: a national tax
 * number has another form. Source: the algorithms that VIES publishes for the member states, as jsvat has them.
 */
export default definePlugin({
  kind: 'rule',
  name: 'eu-vat',
  options: {
    type: 'object',
    properties: { fields: { type: 'array', items: { type: 'string' }, default: ['seller_tax_id', 'buyer_tax_id', 'tax_id'] } },
  },
  create: ({ fields }): VerifierRule => ({
    type: 'EU_VAT',
    async check(result) {
      const holds = (printed: string): boolean => checkVAT(printed, countries).isValid;
      const stated = testEachText(result, fields, { holds, expected: 'a VAT number with the check digits of its country' });
      return stated.filter(({ actual }) => vatIdShape(String(actual)) !== 'unknown');
    },
  }),
});
