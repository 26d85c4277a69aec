import { definePlugin, type VerifierRule } from '../../core/index.js';
import { ibanHolds } from '../../core/text.js';
import { testEachText } from './records/index.js';

/** The check digits and the length of each IBAN. Source: ISO 13616, with the check of ISO 7064 MOD 97-10, and SWIFT's IBAN Registry. */
export default definePlugin({
  kind: 'rule',
  name: 'iban',
  options: { type: 'object', properties: { fields: { type: 'array', items: { type: 'string' }, default: ['iban'] } } },
  create: ({ fields }): VerifierRule => ({
    type: 'IBAN',
    check: async (result) => testEachText(result, fields, { holds: ibanHolds, expected: 'an IBAN with the check digits of its account' }),
  }),
});
