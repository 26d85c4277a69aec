import { ConfigError, definePlugin, type VerifierRule } from '../../core/index.js';
import { fold } from '../../core/text.js';
import { firstOf, type Pattern, patternOf, testEachText } from './records/index.js';

/** The document numbers of a seller have its pattern: `patterns: { 'Brightwater Print & Sign Ltd': '^BW-' }`. Source: the host. */
export default definePlugin({
  kind: 'rule',
  name: 'number-pattern',
  options: {
    type: 'object',
    required: ['patterns'],
    properties: { patterns: { type: 'object', description: 'a regular expression for each name of a seller' } },
  },
  create({ patterns }): VerifierRule {
    const bySeller = new Map(Object.entries(patterns).map(([seller, pattern]) => [fold(seller), patternFor(seller, String(pattern))]));
    return {
      type: 'NUMBER_PATTERN',
      needs: [{ name: 'seller_name' }, { name: 'invoice_number' }],
      async check(result) {
        const { value } = firstOf(result, 'seller_name');
        const pattern = typeof value === 'string' ? bySeller.get(fold(value)) : undefined;
        if (!pattern) return [];
        return testEachText(result, ['invoice_number'], { holds: (number) => pattern.test(number), expected: `like ${pattern.source}` });
      },
    };
  },
});

function patternFor(seller: string, source: string): Pattern {
  try {
    return patternOf(source);
  } catch (cause) {
    throw new ConfigError(`the pattern of "${seller}": ${cause instanceof Error ? cause.message : String(cause)}`, [], { cause });
  }
}
