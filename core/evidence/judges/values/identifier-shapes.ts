import type { IdentifierKind } from '../../labels/concepts/identifier-kind.js';
import { datesIn } from '../../print/dates.js';
import { vatIdShape } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { readNumber } from '../../print/numbers.js';

/**
 * Whether a text can be an identifier of a kind at all. Only what no such identifier looks like fails: an amount for a tax number, a text
 * without @ for an e-mail. Check digits and the forms of single countries are judged elsewhere.
 */
export const hasShapeOf: Readonly<Record<IdentifierKind, (printed: string) => boolean>> = {
  iban: () => true,
  bic: () => true,
  taxId: (printed) =>
    vatIdShape(printed) === 'valid-shape' || (digitsIn(printed) >= 5 && squash(printed).length <= 40 && !isFigure(printed)),
  email: (printed) => /[^\s@]+@[^\s@]+\.[\p{L}\d-]{2,}/u.test(printed),
  phone: (printed) => digitsIn(printed) >= 4 && digitsIn(printed) <= 40 && !printed.includes('@') && !isFigure(printed),
  website: (printed) => /[\p{L}\d]\.\s?\p{L}{2,}/u.test(printed) && !/^\S+@\S+$/.test(printed.trim()),
  date: (printed) => digitsIn(printed) >= 1 && (dayAndMonth.test(printed.trim()) || !isAmount(printed)),
  postalCode: (printed) => digitsIn(printed) >= 1 && squash(printed).length <= 12 && !isFigure(printed),
};

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
