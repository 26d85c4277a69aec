import { definePlugin, type VerifierRule } from '../../core/index.js';
import { testEachText } from './records/index.js';

/** The check digit of each article number of 8, 12, 13 or 14 digits (EAN, UPC). Source: GS1 General Specifications, section 7.9. */
export default definePlugin({
  kind: 'rule',
  name: 'gtin',
  options: {
    type: 'object',
    properties: {
      fields: { type: 'array', items: { type: 'string' }, default: ['gtin', 'ean', 'line_items[].gtin', 'line_items[].ean'] },
    },
  },
  create: ({ fields }): VerifierRule => ({
    type: 'GTIN',
    check: async (result) => testEachText(result, fields, { holds: gtinHolds, expected: 'a GTIN with the check digit of its number' }),
  }),
});

function gtinHolds(printed: string): boolean {
  const digits = [...printed.replaceAll(/[\s-]/g, '')];
  if (![8, 12, 13, 14].includes(digits.length) || digits.some((digit) => !/[0-9]/.test(digit))) return false;
  return digits.toReversed().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}
