import { definePlugin, type VerifierRule } from '../../core/index.js';
import { countryOf } from './records/country.js';
import { firstOf } from './records/index.js';

/**
 * The account is in the country of the seller, by its VAT number. A changed IBAN is how most forged invoices are paid, and it is rarely one of the
 * same country; sellers with an account abroad are held, and not doubted; `also` lists countries of accounts that are always right. Source:
 * ISO 13616, and the prefixes of Directive 2006/112/EC, article 215.
 */
export default definePlugin({
  kind: 'rule',
  name: 'iban-country',
  options: { type: 'object', properties: { also: { type: 'array', items: { type: 'string' }, default: [] } } },
  create: ({ also }): VerifierRule => ({
    type: 'IBAN_COUNTRY',
    needs: ['iban', 'seller_tax_id'],
    async check(result) {
      const [iban, ...taxIds] = ['iban', 'seller_tax_id', 'tax_id'].map((name) => firstOf(result, name));
      const taxId = taxIds.find(({ value }) => countryOf(value) !== undefined);
      const [account, seller] = [countryOf(iban?.value), countryOf(taxId?.value)];
      if (!iban || !taxId || account === undefined || seller === undefined) return [];
      const common = { expected: `an account in ${[seller, ...also].join(' or ')}`, actual: `one in ${account}`, policy: 'hold' } as const;
      return [{ kind: 'together', fields: [iban.field, taxId.field], holds: account === seller || also.includes(account), ...common }];
    },
  }),
});
