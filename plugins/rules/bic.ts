import { definePlugin, type VerifierRule } from '../../core/index.js';
import { bicHolds } from '../../core/text.js';
import { testEachText } from './records/index.js';

/** The form of each BIC: four letters of the bank, a country, two characters of the place, three of a branch. Source: ISO 9362. */
export default definePlugin({
  kind: 'rule',
  name: 'bic',
  options: { type: 'object', properties: { fields: { type: 'array', items: { type: 'string' }, default: ['bic'] } } },
  create: ({ fields }): VerifierRule => ({
    type: 'BIC',
    check: async (result) => testEachText(result, fields, { holds: bicHolds, expected: 'a BIC' }),
  }),
});
