import type { Decimal } from '../money.js';
import type { Field } from '../schema/schema.js';
import { conceptOf } from './concepts.js';
import { currencyCodeOf } from './currency.js';
import type { DocumentIndex } from './document-index.js';
import { markIn } from './labels.js';
import { squash } from './normalise.js';
import type { Span } from './span.js';
import type { Typed } from './type-value.js';

/** Every place where a typed value is printed: numbers and dates by value, texts by their letters and digits. */
export function occurrencesOf(typed: Typed, printed: string, field: Field, index: DocumentIndex): readonly Span[] {
  if (typed.kind === 'number')
    return index.numbers.filter((spot) => spot.readings.some((reading) => sameAmount(reading, typed.amount, field, index)));
  if (typed.kind === 'date') return index.dates.filter((spot) => spot.readings.includes(typed.day));
  if (typed.kind === 'currency') return [...withCurrency(String(typed.value), index), ...textual(printed, index)];
  return textual(printed, index);
}

const textual = (printed: string, index: DocumentIndex): readonly Span[] =>
  index.find(printed).flatMap((passage) => passage.spans.slice(0, 1));

const withCurrency = (code: string, index: DocumentIndex): readonly Span[] =>
  index.numbers.filter((spot) => spot.currency !== undefined && currencyCodeOf(spot.currency)?.code === code);

/** The printed sign counts, except where documents print what is taken off without one: discounts, prepayments, credit notes. */
function sameAmount(reading: Decimal, amount: Decimal, field: Field, index: DocumentIndex): boolean {
  return reading.eq(amount) || (reading.abs().eq(amount.abs()) && signIsFree(field, index));
}

const unsigned = new Set(['discount', 'prepaid', 'withholding', 'line_discount']);
export const signIsFree = (field: Field, index: DocumentIndex): boolean => unsigned.has(conceptOf(field) ?? '') || isCreditNote(index);

const creditNotes = new WeakMap<DocumentIndex, boolean>();

/** By the title: a short line in the upper half of the first page that calls the document a credit note. */
function isCreditNote(index: DocumentIndex): boolean {
  const known = creditNotes.get(index);
  if (known !== undefined) return known;
  const first = index.pages[0];
  const found =
    first?.rows.some((row) => row.box.y < first.page.height / 2 && row.words.length <= 6 && markIn(row.text) === 'credit-note') ?? false;
  creditNotes.set(index, found);
  return found;
}

/** Whether two texts say the same, whatever their spacing, marks and case. */
export const sameText = (left: string, right: string): boolean => squash(left) === squash(right);
