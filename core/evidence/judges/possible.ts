import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { Grounded } from '../grounded.js';
import { conceptKind, identifierKind, isIdentifier, isPartyName, partyOf, placeKind } from '../labels/concepts/concept-kind.js';
import { conceptOf, roleOf } from '../labels/concepts/concepts.js';
import { nameParts, spelt } from '../labels/concepts/name-words.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span, textOf } from '../page/page-index.js';
import { isCountryName } from '../print/addresses.js';
import { isOtherNumber } from './judge-label.js';
import { attributedTo, ownerOf } from './parties/judge-owner.js';
import { asksForName } from './parties/place-in-block.js';

/**
 * Whether a field can have a value at all that is printed at these places: numbers of documents have digits, names none but few, shares of a
 * hundred are no prices, and an address is no contact.
 */
export function isPossible(cell: Grounded, places: readonly Span[], index: DocumentIndex): boolean {
  const { field, value } = cell;
  const text = String(value);
  if (field.type !== 'string') return isPossibleNumber(cell, places);
  if (places.length > 0 && places.every((place) => isOtherNumber(field, place))) return false;
  if (asksForNumber(field)) return /\d/.test(text) && !(dialled.test(text) && identifierKind(field) !== 'phone');
  if (asksForParty(field)) return !isNoName(text);
  if (placeKind(field) === 'street' && !/\p{L}{2}/u.test(text)) return false;
  if (field.path.includes('[]') || isIdentifier(field) || attributedTo(field)) return true;
  const party = partyOf(field);
  if (party && !(/\p{L}{2}/u.test(text) && !/@|www\./.test(text))) return false;
  return !isOfOther(party ?? roleOf(field), places, index);
}

/** Whether a field asks for the name of a party. */
const asksForParty = memoizeByObject((field: Field): boolean => {
  const { atoms, rest } = nameParts(field.names.at(-1) ?? '');
  return isPartyName(field) || (asksForName(field) && rest.length === 0 && (roleOf(field) !== undefined || atoms.has('company')));
});

/** Whether all places are in the other party's block, or labelled as its. */
function isOfOther(party: 'seller' | 'buyer' | undefined, places: readonly Span[], index: DocumentIndex): boolean {
  if (party === undefined || places.length === 0) return false;
  return places.map((span) => ownerOf(span, index)).every((owner) => owner !== undefined && owner !== party && owner !== 'delivery');
}

/** More than a hundred percent is no rate, and so many digits without a separator number something. */
function isPossibleNumber({ field, value }: Grounded, places: readonly Span[]): boolean {
  const concept = conceptOf(field);
  if (Math.abs(Number(value)) > 100 && asksForShare(field)) return false;
  const isMoney = concept !== undefined && conceptKind(concept) === 'amount';
  return !isMoney || places.length === 0 || places.some((place) => !longNumber.test(textOf(place)));
}
const asksForShare = memoizeByObject(
  (field: Field): boolean => rates.has(conceptOf(field)) || percent.test(spelt(field.names.at(-1) ?? '')),
);
const rates = new Set<Concept | undefined>(['tax_rate', 'line_tax_rate']);
const percent = /(?:^| )(?:percent|percentage|pct|perc|prozent|procent|pourcentage|porcentaje|percentuale)$/;
const longNumber = /^\d{7,}$/;

/** Whether a field asks for what numbers a document, a customer or the like. */
export const asksForNumber = memoizeByObject((field: Field): boolean => {
  if (isIdentifier(field)) return !lettered.has(conceptOf(field));
  const name = field.names.at(-1) ?? '';
  return conceptOf(field) === undefined && (nameParts(name).atoms.has('number') || numbered.test(spelt(name)));
});
/** Codes that may have no digits. */
const lettered = new Set<Concept | undefined>(['bic', 'line_code']);
const numbered = /(?:^| )(?:po box|box|postfach|boite postale)$/;
/** Numbers that are dialled begin with a bracket or a plus. */
const dialled = /^[+(]\s?\d/;

/** Whether a text is a street, a number or a country, and so no name of a party. */
const isNoName = (text: string): boolean =>
  /\d{3}/.test(text) ||
  /^\d+\p{L}?\s/u.test(text) ||
  /\s\d+\s?\p{L}?$/u.test(text.trim()) ||
  isCountryName(text) ||
  !/\p{L}{2}/u.test(text);
