import type { Cell, CellConfidence, CellReason, Field } from '../../../core/index.js';
import { type Concept, conceptOf } from '../../../core/text.js';
import { type PageLine, textOf } from './page/layout.js';

/** A value as it stands on the page, with what vouches for it. */
export interface Find {
  /** As printed. */
  readonly value: string;
  readonly page: number;
  /** Words of one row, joined by one space, that hold the value and, where it stands beside it, the label. */
  readonly quote: string;
  readonly confidence: CellConfidence;
  readonly reason: CellReason;
}

/** Words of a row. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** The words of a row from the first to the last of some stretches. */
export const quoteOf = (line: PageLine, ...stretches: readonly WordRange[]): string =>
  textOf(line, Math.min(...stretches.map(({ from }) => from)), Math.max(...stretches.map(({ to }) => to)));

/** Of finds for one field the first, unless others say something else as strongly: then nobody can be sure. */
export const doubtful = (find: Find): Find => ({ ...find, confidence: 'unsure', reason: 'multiple' });

/** What is answered for a field: a find, or that there is none. @param path the field's own, or that of its cell in a row */
export const cell = (field: Field, find: Find | undefined, path: string = field.path): Cell => ({
  path,
  ...(find ?? { value: null, page: null, quote: null, confidence: absenceOf(field), reason: 'exact' }),
});

/** How sure it is that a document does not state what was not found: dates, amounts and ids have labels it knows; of other fields it cannot tell. */
function absenceOf(field: Field): CellConfidence {
  const concept = conceptOf(field);
  return concept === undefined || weak.has(concept) ? 'unsure' : 'likely';
}

/** What this reader finds by where it stands or by free wording: that it found none says little. */
const weak: ReadonlySet<Concept> = new Set([
  'document_type', 'payment_terms', 'payment_method', 'seller_name', 'seller_address', 'buyer_name', 'buyer_address', 'line_description', 'line_unit', 'line_code',
]); // biome-ignore format: a table
