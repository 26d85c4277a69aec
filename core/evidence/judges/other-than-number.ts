import type { DocumentIndex } from '../page/document-index.js';
import { type Span, textOf } from '../page/page-index.js';
import { neighbour, phraseAt } from '../page/surroundings.js';
import { hasPostalCode } from '../print/addresses.js';

/** What a printed number is instead of the number of something, wherever it stands: a day, or a part of an address. */
export function otherThanNumber(places: readonly Span[], index: DocumentIndex): string | undefined {
  const [first] = places;
  if (!first) return undefined;
  if (places.every((span) => isDay(span, index))) return `"${textOf(first)}" is a day`;
  return places.every((span) => isOfAddress(span, index)) ? `"${textOf(first)}" stands in an address` : undefined;
}

/** Whether a place is the whole of a day in digits with its year. */
const isDay = (span: Span, index: DocumentIndex): boolean =>
  index.datesIn(span.order).some((day) => day.from === span.from && day.to === span.to && /\D/.test(day.text) && /\d{4}/.test(day.text));

/** Whether a place is a postal code that opens its line, under another one, or the number of a house that ends or opens a line over one. */
function isOfAddress(span: Span, index: DocumentIndex): boolean {
  const phrase = phraseAt(span, index);
  if (!phrase || !/^\d{1,6}\p{L}?,?$/u.test(textOf(span)) || !/\p{L}{2}/u.test(phrase.text)) return false;
  const [opens, ends] = [span.from === phrase.from, span.to === phrase.to];
  if (opens && hasPostalCode(phrase.text)) return neighbour(phrase, 'above', index) !== undefined;
  const below = neighbour(phrase, 'below', index);
  return (opens || ends) && below !== undefined && hasPostalCode(below.text);
}
