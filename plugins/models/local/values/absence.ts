import type { CellConfidence, Field } from '../../../../core/index.js';
import { type Concept, conceptOf } from '../../../../core/text.js';

/** What this reader finds by where it stands or by free wording: that it found none says little. */
const weak: ReadonlySet<Concept> = new Set([
  'document_type', 'payment_terms', 'payment_method', 'seller_name', 'seller_address', 'buyer_name', 'buyer_address', 'line_description', 'line_unit', 'line_code',
]); // biome-ignore format: a table

/** How sure it is that a document does not state what was not found: dates, amounts and ids have labels it knows; of other fields it cannot tell. */
export function absenceOf(field: Field): CellConfidence {
  const concept = conceptOf(field);
  return concept === undefined || weak.has(concept) ? 'unsure' : 'likely';
}
