import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import type { Grounded } from '../grounded.js';
import { identifierKind, placeKind } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { ownLabels } from '../labels/concepts/own-labels.js';
import { labelsIn } from '../labels/labels.js';
import { captionOver, wordsOfCaption } from '../labels/nearby/caption-rows.js';
import { captionFit } from '../labels/nearby/caption-words.js';
import { minCaptionFit } from '../labels/nearby/captioned-values.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Phrase } from '../page/lines.js';
import { type Span, textOf } from '../page/page-index.js';
import { phraseAt } from '../page/surroundings.js';
import { isCompany } from '../print/addresses.js';
import { isDate } from '../type-value.js';
import type { ClaimedReading } from './claims.js';

/**
 * Whether a text is only some words of the cell whose caption names its field, wherever it is printed: `Net 45` of `2% 10, Net 45` under `Terms`, when no
 * other value has the rest. What stands behind a mark or a legal form, or beside a code, may be left out.
 */
export const isPartOfCell = ({ field, value }: Grounded, places: readonly Span[], { isFree, index }: ClaimedReading): boolean =>
  asksForWholeText(field) &&
  !isCompany(String(value)) &&
  !code.test(String(value)) &&
  places.length > 0 &&
  places.every((place) => {
    const cell = phraseAt(place, index);
    if (!cell || cell.to - cell.from > maxWords || !isNamed(field, cell, index)) return false;
    const [before, after] = [
      { ...place, from: cell.from, to: place.from },
      { ...place, from: place.to, to: cell.to },
    ];
    const rest = [...(isListed(before) ? [before] : []), ...(isParted(place, after) ? [] : [after])].filter((span) => span.from < span.to);
    return rest.some((span) => /\p{L}{2}|\d/u.test(textOf(span))) && rest.every(isFree);
  });
const code = /^(?=\S*\d)\S{4,}$/;
/** A longer text is a sentence. */
const maxWords = 8;

/** Whether a field asks for a text as it is printed: no choice, no part of an address, and nothing that is known by its shape. */
const asksForWholeText = (field: Field): boolean =>
  field.type === 'string' &&
  !field.enum &&
  !isDate(field) &&
  placeKind(field) === undefined &&
  identifierKind(field) === undefined &&
  !partial.has(conceptOf(field));
const partial = new Set<Concept | undefined>(['currency', 'payment_method']);

/** Whether words before a text go on with it: `2% 10, Net 45`. A title, a kind in brackets or another name may be left out. */
const isListed = (before: Span): boolean => textOf(before).endsWith(',');

/** Whether a mark parts a text from what follows it. */
const isParted = (text: Span, after: Span): boolean => /[,;:)/]$/.test(textOf(text)) || /^[(|/·–—-]/.test(textOf(after));

/** Whether the caption over a cell, or in the cell before it, says what a field asks for. */
function isNamed(field: Field, cell: Phrase, index: DocumentIndex): boolean {
  const line = index.lines[cell.order]?.phrases ?? [];
  const over = captionOver(cell, index);
  const caption = over ? wordsOfCaption(over) : (line[line.indexOf(cell) - 1]?.text ?? '');
  if (caption === '' || /\d/.test(caption)) return false;
  const { concept = 'own' } = ownLabels(field);
  return captionFit(field, caption) >= minCaptionFit || labelsIn(caption, ownLabels(field)).some((label) => label.concept === concept);
}
