import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import type { Grounded } from '../grounded.js';
import { identifierKind, placeKind } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { ownLabels } from '../labels/concepts/own-labels.js';
import { labelsIn } from '../labels/labels.js';
import { captionOver, wordsOfCaption } from '../labels/nearby/caption-rows.js';
import { namedBy } from '../labels/nearby/caption-words.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Phrase } from '../page/lines.js';
import { type Span, textOf } from '../page/page-index.js';
import { phraseAt } from '../page/surroundings.js';
import { isCompany } from '../print/addresses.js';
import { isDate } from '../type-value.js';
import type { ClaimedReading } from './claims.js';
import { minShare } from './name-by-caption.js';

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
    const cell = cellAround(place, index);
    if (!cell || cell.to - cell.from > maxWords || !cell.captions.some((caption) => isNamed(field, caption))) return false;
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

interface CaptionedCell extends Span {
  readonly captions: readonly string[];
}

/** The words behind a colon of their phrase, or all of it, with what may announce them; undefined where another caption follows in it. */
function cellAround(place: Span, index: DocumentIndex): CaptionedCell | undefined {
  const phrase = phraseAt(place, index);
  if (!phrase) return undefined;
  const words = phrase.row.words.slice(phrase.from, phrase.to).map(({ text }) => text);
  if (words.slice(place.to - phrase.from).some((text) => text.endsWith(':'))) return undefined;
  const colon = words.slice(0, place.from - phrase.from).findLastIndex((text) => text.endsWith(':'));
  return { ...phrase, from: phrase.from + colon + 1, captions: [words.slice(0, colon + 1).join(' '), captionBeside(phrase, index)] };
}

/** The caption over a phrase, or the phrase before it. */
function captionBeside(phrase: Phrase, index: DocumentIndex): string {
  const line = index.lines[phrase.order]?.phrases ?? [];
  const over = captionOver(phrase, index);
  return over ? wordsOfCaption(over) : (line[line.indexOf(phrase) - 1]?.text ?? '');
}

/** Whether a caption says what a field asks for. */
function isNamed(field: Field, caption: string): boolean {
  if (caption === '' || /\d/.test(caption)) return false;
  const { concept = 'own' } = ownLabels(field);
  return namedBy(field, caption).share >= minShare || labelsIn(caption, ownLabels(field)).some((label) => label.concept === concept);
}
