import type { Cell, CellConfidence, CellReason, Field } from '../../../core/index.js';
import { asksForNoSign, type Concept, conceptOf, type PageLine } from '../../../core/text.js';
import { textOf } from './layout.js';

/** A value as it stands on the page, with the evidence for it. */
export interface Find {
  /** As printed. */
  readonly value: string;
  readonly page: number;
  /** Words of one row, joined by single spaces: the value and, where the label stands beside it, the label too. */
  readonly quote: string;
  readonly confidence: CellConfidence;
  readonly reason: CellReason;
  /** The words of the page that name the value, where some do. */
  readonly label?: string;
}

/** A range of words in a row; the end is exclusive. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** The words of a row from the start of the first range to the end of the last. */
export const quoteOf = (line: PageLine, ...stretches: readonly WordRange[]): string =>
  textOf(line, Math.min(...stretches.map(({ from }) => from)), Math.max(...stretches.map(({ to }) => to)));

/** A value that words of a row print, quoted with them. */
export const findOn = (
  line: PageLine,
  { value, from, to }: WordRange & { readonly value: string },
  { confidence, reason = 'exact' }: Pick<Find, 'confidence'> & Partial<Pick<Find, 'reason'>>,
): Find => ({ value, page: line.page, quote: textOf(line, from, to), confidence, reason });

/** The same find marked as doubtful, because another value is stated just as strongly. */
export const doubtful = (find: Find): Find => ({ ...find, confidence: 'unsure', reason: 'multiple' });

/**
 * The cell of a field: what was found, or null.
 * @param path the path of the field, or of its cell in a row
 */
export const cell = (field: Field, find: Find | undefined, path: string = field.path): Cell =>
  find
    ? { path, value: asAsked(field, find.value), page: find.page, quote: find.quote, confidence: find.confidence, reason: find.reason }
    : { path, value: null, page: null, quote: null, confidence: absenceOf(field), reason: 'exact' };

/** A number without the sign that the caller asks it to be given without. */
const asAsked = (field: Field, value: string): string =>
  field.type !== 'string' && asksForNoSign(field)
    ? value.replace(/^[-\u2012-\u2015\u2212]\s?(?=\D{0,3}\d)|(?<=\d)\s?[-\u2212]$/g, '')
    : value;

/**
 * How sure a null is. Dates, amounts and ids have labels that the reader knows; for other fields it cannot tell whether a value was missed.
 */
function absenceOf(field: Field): CellConfidence {
  const concept = conceptOf(field);
  return concept === undefined || weak.has(concept) ? 'unsure' : 'likely';
}

/** Concepts that are found by position or free wording: not finding one says little about the document. */
const weak: ReadonlySet<Concept> = new Set([
  'document_type', 'payment_terms', 'payment_method', 'seller_name', 'seller_address', 'buyer_name', 'buyer_address', 'customer_number', 'line_description', 'line_unit', 'line_code',
]); // biome-ignore format: a table
