import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { Grounded } from '../grounded.js';
import { conceptKind, isContact } from '../labels/concepts/concept-kind.js';
import { conceptOf, roleOf } from '../labels/concepts/concepts.js';
import { captionOf } from '../labels/nearby/caption-words.js';
import { captionedFor, type WordsWithCaption } from '../labels/nearby/captioned-values.js';
import { meets, type Span, textOf } from '../page/page-index.js';
import { datesIn } from '../print/dates.js';
import { squash } from '../print/normalise.js';
import { isPrintedLabel, isVeto } from '../scoring/caps.js';
import { isDate } from '../type-value.js';
import type { ClaimedReading } from './claims.js';

/**
 * What is said of a value that no word of its name stands beside, where a caption of nearly this name has another one of its kind. Only of numbers, days
 * and names that nobody else may have as well: sums have names in common, a `Buyer` may be a person, and `E-mail` that of either party.
 */
export function captionElsewhere(cell: Grounded, places: readonly Span[], { cells, index }: ClaimedReading): string | undefined {
  const { field, caps } = cell;
  if (places.length === 0 || !isToldByCaption(field) || caps.some(isNamedOrRefused)) return undefined;
  if (places.some((span) => captionOf(field, span, index).share > 0)) return undefined;
  const isItself = ({ text, span }: WordsWithCaption): boolean =>
    places.some((place) => meets(place, span) || squash(text).includes(squash(textOf(place))));
  const other = captionedFor(field, index).find((one) => isOfKind(cell, one.text) && !isItself(one) && !isNamesake(field, one.span, cells));
  return other && `"${other.caption}" stands beside "${other.text}"`;
}

/** Whether a text is a number or a day where one is asked for, and has digits where the value has some. */
function isOfKind({ field, value }: Grounded, text: string): boolean {
  if (isDate(field)) return datesIn(text).length > 0;
  const letters = text.replace(/\P{L}/gu, '').length;
  return /\d/.test(text) === /\d/.test(String(value)) && (field.type === 'string' || letters <= maxUnitLetters);
}
/** Of a currency or a unit. */
const maxUnitLetters = 3;

/** Whether a field of the same name has these words: the claim of another party. */
const isNamesake = (field: Field, span: Span, cells: readonly Grounded[]): boolean =>
  cells.some(
    (other) =>
      other.field !== field && other.field.names.at(-1) === field.names.at(-1) && other.occurrences.some((place) => meets(place, span)),
  );

const isToldByCaption = memoizeByObject((field: Field): boolean => {
  const concept = conceptOf(field);
  if (roleOf(field) !== undefined || isContact(field)) return false;
  return concept === undefined || conceptKind(concept) === 'date' || conceptKind(concept) === 'identifier';
});

/** A label of the kind of number is the field's own, whosever it is. */
const isNamedOrRefused = (given: Cap): boolean => isPrintedLabel(given) || given.name === 'label.unknownRole' || isVeto(given.name);
