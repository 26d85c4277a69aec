import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { bicHolds, ibanHolds, isCountryCode, luhn, vatIdShape } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { cap } from '../../scoring/caps.js';

/**
 * Checks identifiers that verify themselves by check digits, by a national format or by a closed list of codes. A reading error is likelier
 * than a misprint.
 */
export function judgeFormat(printed: string, field: Field): readonly Cap[] {
  const problem = formatTests.find((test) => test.concerns(field, printed) && !test.holds(printed))?.problem;
  return problem === undefined ? [] : [cap('format.checksumFailed', `Check failed: ${problem}`)];
}

interface FormatTest {
  concerns(field: Field, printed: string): boolean;
  holds(printed: string): boolean;
  readonly problem: string;
}

const vatFields = new Set(['seller_tax_id', 'buyer_tax_id', 'tax_id']);
const nameOf = (field: Field): string => squash(field.names.join(' '));

const formatTests: readonly FormatTest[] = [
  { concerns: (field) => conceptOf(field) === 'iban', holds: ibanHolds, problem: 'the check digits of this IBAN are wrong' },
  { concerns: (field) => conceptOf(field) === 'bic', holds: bicHolds, problem: 'this is no BIC: four letters, a country, a place' },
  {
    concerns: (field) => vatFields.has(conceptOf(field) ?? ''),
    holds: (printed) => vatIdShape(printed) !== 'wrong-shape',
    problem: 'the VAT numbers of this country have another shape',
  },
  {
    concerns: (field, printed) => /cardnumber|creditcard/.test(nameOf(field)) && /^\d{13,19}$/.test(squash(printed)),
    holds: luhn,
    problem: 'the check digit of this card number is wrong',
  },
  {
    concerns: (field, printed) => /sire[nt]/.test(nameOf(field)) && /^\d{9}(\d{5})?$/.test(squash(printed)),
    holds: luhn,
    problem: 'the check digit of this company number is wrong',
  },
  {
    concerns: (field, printed) => /countrycode$/.test(nameOf(field)) && /^[A-Za-z]{2}$/.test(printed.trim()),
    holds: (printed) => isCountryCode(printed.trim().toUpperCase()),
    problem: 'ISO 3166 has no such country',
  },
];
