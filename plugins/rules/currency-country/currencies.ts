/** Source: ISO 4217 list one, by the countries of ISO 3166-1 whose VAT numbers and IBANs name them; Greece has two codes. */
const currencies = new Map(
  Object.entries({ CH: 'CHF', CZ: 'CZK', DK: 'DKK', GB: 'GBP', HU: 'HUF', LI: 'CHF', NO: 'NOK', PL: 'PLN', RO: 'RON', SE: 'SEK' }),
);
const inEuro = new Set('AT BE BG CY DE EE EL ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** The currency of the country that an IBAN or a VAT number begins with; undefined where it begins with none of Europe. */
export function currencyBy(identifier: unknown): string | undefined {
  const country = typeof identifier === 'string' ? /^([A-Z]{2})[A-Z]?[\s.]?\d/.exec(identifier.trim())?.[1] : undefined;
  if (country === undefined) return undefined;
  return inEuro.has(country) ? 'EUR' : currencies.get(country);
}
