import { createRequire } from 'node:module';
import { ConfigError, definePlugin, type VerifierRule } from '../../core/index.js';
import { testEachText } from './records/index.js';

type Validators = Readonly<Record<string, Readonly<Record<string, { validate(text: string): { readonly isValid: boolean } }>>>>;

/**
 * The form and the check digits of the national tax and company numbers of one country. Source: the tax offices, as stdnum collects them; the
 * package is installed beside Vouch: npm install stdnum.
 */
export default definePlugin({
  kind: 'rule',
  name: 'tax-id',
  options: {
    type: 'object',
    required: ['country'],
    properties: {
      country: { type: 'string', pattern: '^[A-Z]{2}$' },
      fields: { type: 'array', items: { type: 'string' }, default: ['seller_tax_id', 'tax_id'] },
    },
  },
  create({ country, fields }): VerifierRule {
    const validators = Object.values(validatorsOf(country));
    const holds = (text: string): boolean => validators.some((one) => one.validate(text).isValid);
    return { type: 'TAX_ID', check: async (result) => testEachText(result, fields, { holds, expected: `a tax number of ${country}` }) };
  },
});

function validatorsOf(country: string): Validators[string] {
  try {
    const { stdnum }: { readonly stdnum: Validators } = createRequire(import.meta.url)('stdnum');
    return stdnum[country] ?? {};
  } catch (cause) {
    throw new ConfigError('Plugin "tax-id" needs a package that is not installed: npm install stdnum@^1.12.0', [], { cause });
  }
}
