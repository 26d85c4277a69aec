import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { type IdentifierKind, identifierKind, isIdentifier } from '../labels/concepts/concept-kind.js';
import { datesIn } from '../print/dates.js';
import { bicHolds, ibanHolds, isCountryCode, luhn, vatIdShape } from '../print/identifiers.js';
import { squash } from '../print/normalise.js';
import { readNumber } from '../print/numbers.js';
import { cap } from '../scoring/caps.js';

/**
 * Checks identifiers that verify themselves by check digits, by a national format or by a closed list of codes. A reading error is likelier
 * than a misprint. What cannot be such an identifier at all is another value of the page.
 */
export function judgeFormat(printed: string, field: Field): readonly Cap[] {
  const problem = formatTests.find((test) => test.concerns(field, printed) && !test.holds(printed))?.problem;
  if (problem !== undefined) return [cap('format.checksumFailed', `Check failed: ${problem}`)];
  if ((isIdentifier(field) || !/\s/.test(printed.trim())) && /[\p{L}\p{N}]\p{Pd}$/u.test(printed.trim()))
    return [cap('format.wrongShape', 'Check failed: what ends with a hyphen goes on in another line')];
  if (goesOn(printed))
    return [
      cap('format.wrongShape', `Check failed: a text that ends with "${printed.trim().split(/\s+/).at(-1)}" goes on in another line`),
    ];
  const kind = identifierKind(field);
  return kind && !hasShapeOf[kind](printed) ? [cap('format.wrongShape', `Check failed: this cannot be ${identifierNames[kind]}`)] : [];
}

/** Whether a text of some words ends with a comma, or with a word that joins it to others. */
function goesOn(printed: string): boolean {
  const words = printed.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  return words.length >= minWordsOfText && (/[\p{L})],$/u.test(last) || joiningWords.has(last));
}
const minWordsOfText = 4;
/** In small letters: `Block E` is whole. */
const joiningWords = new Set(
  'of and with for the und mit für von der et de du avec pour y con para e di del della per en met voor och med för'.split(' '),
);

interface FormatTest {
  concerns(field: Field, printed: string): boolean;
  holds(printed: string): boolean;
  readonly problem: string;
}

/** Characters that stand for digits which are not to be read: `DE53 1001 **** 6990`. */
const masked = /[*•]{2}|x{3}/i;

const nameOf = (field: Field): string => squash(field.names.join(' '));

const formatTests: readonly FormatTest[] = [
  {
    concerns: (field, printed) => identifierKind(field) === 'iban' && !masked.test(printed),
    holds: ibanHolds,
    problem: 'the check digits or the length of this IBAN are wrong',
  },
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

/**
 * Whether a text can be an identifier of a kind at all. Only what no such identifier looks like fails: an amount for a tax number, a text
 * without @ for an e-mail. Check digits and the forms of single countries are judged elsewhere.
 */
export const hasShapeOf: Readonly<Record<IdentifierKind, (printed: string) => boolean>> = {
  iban: () => true,
  bic: () => true,
  taxId: (printed) =>
    vatIdShape(printed) === 'valid-shape' ||
    (digitsIn(printed) >= minTaxDigits(printed) && squash(printed).length <= 40 && !isFigure(printed) && !/\p{L}\p{Ll}{3}/u.test(printed)),
  email: (printed) => /[^\s@]+@[^\s@]+\.[\p{L}\d-]{2,}/u.test(printed) && !/\p{Ll}\p{Lu}\p{Ll}+$/u.test(printed),
  phone: (printed) => digitsIn(printed) >= 4 && digitsIn(printed) <= 40 && !printed.includes('@') && !isFigure(printed),
  website: (printed) => /[\p{L}\d]\.\s?\p{L}{2,}/u.test(printed) && !/^\S+@\S+$/.test(printed.trim()),
  date: (printed) => digitsIn(printed) >= 1 && (dayAndMonth.test(printed.trim()) || !isAmount(printed)),
  postalCode: (printed) => digitsIn(printed) >= 1 && squash(printed).length <= 12 && !isFigure(printed) && !/^[+(]/.test(printed.trim()),
};

/** Postal codes have up to six digits, and no tax number of digits alone has so few. */
const minTaxDigits = (printed: string): number => (/\p{L}/u.test(printed) ? 5 : 7);

/** Names for people. */
export const identifierNames: Readonly<Record<IdentifierKind, string>> = {
  iban: 'an IBAN',
  bic: 'a BIC',
  taxId: 'a tax number',
  email: 'an e-mail address',
  phone: 'a phone number',
  website: 'a web address',
  date: 'a date',
  postalCode: 'a postal code',
};

/** `04.03.` without a year, which may also be a number. */
const dayAndMonth = /^(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2])\.?$/;

const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** Whether a text is an amount, a percentage or a day. Digits without decimals or separators may be anything. */
const isFigure = (printed: string): boolean => isAmount(printed) || (/\D/.test(printed.trim()) && datesIn(printed.trim()).length > 0);

function isAmount(printed: string): boolean {
  const number = readNumber(printed.trim());
  return number !== undefined && (number.percent || number.currency !== undefined || number.decimals === 2);
}
