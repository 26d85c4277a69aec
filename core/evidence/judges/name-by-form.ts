import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject, once } from '../../values/memoize.js';
import { isTitle } from '../caveats/titles.js';
import type { Grounded } from '../grounded.js';
import { nameParts, singular, spelt } from '../labels/concepts/name-words.js';
import { pagesAsked, remarkAsked } from '../labels/concepts/remarks.js';
import { labelsIn } from '../labels/labels.js';
import { taxNames, thanks } from '../labels/lexicon.js';
import { namedBy } from '../labels/nearby/caption-words.js';
import { captionedValues } from '../labels/nearby/captioned-values.js';
import { phraseFinder } from '../labels/phrases.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Span } from '../page/page-index.js';
import { phraseAt } from '../page/surroundings.js';
import { letters, squash } from '../print/normalise.js';
import { cap, reasonText } from '../scoring/caps.js';

/**
 * That a value is what a field asks for by what it is, wherever it stands: the title of the document, its thanks, the name of a tax, the number of its
 * pages as they are counted.
 */
export function nameByForm({ field, value }: Grounded, places: readonly Span[], index: DocumentIndex): Cap | undefined {
  if (value === pagesAsked(field, index)) return formed('it counts the pages');
  if (field.type !== 'string' || places.length === 0) return undefined;
  const text = String(value);
  if (remarkAsked(field) === 'title' && places.some((place) => isWholeTitle(text, place, index)))
    return formed('it is the title of the document');
  if (remarkAsked(field) === 'remark' && isThanks(text) && !isCaptioned(field, index))
    return formed('it is what the document says in thanks');
  const isOfTax = asksForTaxName(field) && isTaxName(text) && places.some((place) => isBesideTax(place, index));
  return isOfTax ? formed('it is the name of a tax') : undefined;
}

const formed = (what: string): Cap => cap('label.place', `${reasonText.header}: ${what}`);

/** A sentence that begins with thanks: `Thank you` may also be a part of one that asks for something else. */
const isThanks = (text: string): boolean => thanking()(text)[0]?.from === 0 && text.trim().split(/\s+/).length >= minThanks;
const minThanks = 2;
const thanking = once(() => phraseFinder([['thanks', thanks]]));

/** Whether the document prints the name of a field as a caption: then what stands there is its value. */
const isCaptioned = (field: Field, index: DocumentIndex): boolean =>
  captionedValues(index).some(({ caption }) => namedBy(field, caption).fit >= minFit);
const minFit = 0.75;

function isWholeTitle(text: string, place: Span, index: DocumentIndex): boolean {
  const phrase = phraseAt(place, index);
  return phrase !== undefined && squash(phrase.text) === squash(text) && isTitle(phrase, index);
}

/** Whether a field asks how a tax is called: `tax_name`, `taxes[].label`. */
const asksForTaxName = memoizeByObject(({ names }: Field): boolean => {
  const { atoms } = nameParts(names.slice(-2).map(singular).join(' '));
  const [last = ''] = spelt(names.at(-1) ?? '')
    .split(' ')
    .slice(-1);
  return atoms.has('tax') && !atoms.has('taxid') && called.has(last);
});
const called = new Set('name label type kind bezeichnung art nom libelle nombre tipo nome naam soort'.split(' '));

/** Whether a row has an amount or a rate, and no number of a party at the tax office. */
const isBesideTax = ({ row, order }: Span, index: DocumentIndex): boolean =>
  index.numbersIn(order).some(({ decimals, percent }) => decimals > 0 || percent) &&
  !labelsIn(row.text).some(({ concept }) => concept.endsWith('tax_id'));

/** Whether most letters of a text are names of taxes, perhaps with a rate: `TPS/TVQ`, `MwSt. 19 %`. */
function isTaxName(text: string): boolean {
  const labels = labelsIn(text);
  const named = labels.filter(({ concept }) => concept === 'tax' || concept === 'tax_rate').map(({ label }) => label);
  const own = labels.length > 0 ? named : taxed()(text).map(({ phrase }) => phrase);
  return own.reduce((sum, one) => sum + letters(one), 0) * 2 >= letters(text) && own.length > 0;
}
const taxed = once(() => phraseFinder([['tax', taxNames]]));
