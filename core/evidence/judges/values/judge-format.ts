import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { identifierKind } from '../../labels/concepts/identifier-kind.js';
import { bicHolds, ibanHolds, isCountryCode, luhn, vatIdShape } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { cap } from '../../scoring/caps.js';
import { hasShapeOf, identifierNames } from './identifier-shapes.js';

/**
 * Checks identifiers that verify themselves by check digits, by a national format or by a closed list of codes. A reading error is likelier
 * than a misprint. What cannot be such an identifier at all is another value of the page.
 */
export function judgeFormat(printed: string, field: Field): readonly Cap[] {
  const problem = formatTests.find((test) => test.concerns(field, printed) && !test.holds(printed))?.problem;
  if (problem !== undefined) return [cap('format.checksumFailed', `Check failed: ${problem}`)];
  const kind = identifierKind(field);
  return kind && !hasShapeOf[kind](printed) ? [cap('format.wrongShape', `Check failed: this cannot be ${identifierNames[kind]}`)] : [];
}

interface FormatTest {
  concerns(field: Field, printed: string): boolean;
  holds(printed: string): boolean;
  readonly problem: string;
}

const nameOf = (field: Field): string => squash(field.names.join(' '));

const formatTests: readonly FormatTest[] = [
  { concerns: (field) => identifierKind(field) === 'iban', holds: ibanHolds, problem: 'the check digits of this IBAN are wrong' },
  { concerns: (field) => identifierKind(field) === 'bic', holds: bicHolds, problem: 'this is no BIC: four letters, a country, a place' },
  {
    concerns: (field) => identifierKind(field) === 'taxId',
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
