import { definePlugin, type VerifierRule } from '../../core/index.js';
import { luhn } from '../../core/text.js';
import { testEachText } from './records/index.js';

/** The check digit of numbers that end with one, such as those of cards, of SIREN and SIRET, and the OCR lines of Swedish invoices. Source: ISO/IEC 7812-1, annex B. */
export default definePlugin({
  kind: 'rule',
  name: 'luhn',
  options: { type: 'object', required: ['fields'], properties: { fields: { type: 'array', items: { type: 'string' } } } },
  create: ({ fields }): VerifierRule => ({
    type: 'LUHN',
    check: async (result) => testEachText(result, fields, { holds: luhn, expected: 'a number with the check digit of its digits' }),
  }),
});
