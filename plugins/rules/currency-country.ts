import { definePlugin, type VerifierRule } from '../../core/index.js';
import { countryOf } from './records/country.js';
import { firstOf } from './records/index.js';

/**
 * The currency is that of the seller's country, by its IBAN or VAT number. Who sells abroad may bill in another, so that such a document is held,
 * and not doubted; `also` lists currencies that are always right. Source: ISO 4217 list one.
 */
export default definePlugin({
  kind: 'rule',
  name: 'currency-country',
  options: { type: 'object', properties: { also: { type: 'array', items: { type: 'string' }, default: [] } } },
  create: ({ also }): VerifierRule => ({
    type: 'CURRENCY_COUNTRY',
    needs: ['currency', 'iban', 'seller_tax_id'],
    async check(result) {
      const currency = firstOf(result, 'currency');
      const place = ['iban', 'seller_tax_id', 'tax_id']
        .map((name) => firstOf(result, name))
        .find(({ value }) => currencyBy(value) !== undefined);
      if (!place || typeof currency.value !== 'string') return [];
      const right = [currencyBy(place.value), ...also];
      const common = { expected: right.join(' or '), actual: currency.value, policy: 'reread' } as const;
      return [{ kind: 'together', fields: [currency.field, place.field], holds: right.includes(currency.value.toUpperCase()), ...common }];
    },
  }),
});

/** Source: ISO 4217 list one, by the countries of ISO 3166-1 whose VAT numbers and IBANs name them. */
const currencies = new Map(
  Object.entries({ CH: 'CHF', CZ: 'CZK', DK: 'DKK', GB: 'GBP', HU: 'HUF', LI: 'CHF', NO: 'NOK', PL: 'PLN', RO: 'RON', SE: 'SEK' }),
);
const inEuro = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** The currency of the country that an IBAN or a VAT number is of; undefined where it is none of Europe. */
function currencyBy(identifier: unknown): string | undefined {
  const country = countryOf(identifier) ?? '';
  return inEuro.has(country) ? 'EUR' : currencies.get(country);
}
