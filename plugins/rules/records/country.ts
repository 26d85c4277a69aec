import { ibanHolds, vatIdShape } from '../../../core/text.js';

/**
 * The country of an account or a seller, by its IBAN or VAT number, as a code of ISO 3166-1; undefined for what is neither. Greece and Northern Ireland have
 * letters of their own in VAT numbers.
 */
export function countryOf(identifier: unknown): string | undefined {
  const [, prefix = ''] = /^([A-Z]{2})/.exec(String(identifier).trim()) ?? [];
  const isProven = ibanHolds(String(identifier)) || vatIdShape(String(identifier)) === 'valid-shape';
  return isProven && prefix !== '' ? ({ EL: 'GR', XI: 'GB' }[prefix] ?? prefix) : undefined;
}
