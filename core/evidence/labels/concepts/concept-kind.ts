import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { conceptOf } from './concepts.js';

/** The kind of value that a concept has. A label of one kind says nothing about an adjacent value of another kind. */
export type ConceptKind = 'amount' | 'date' | 'identifier' | 'text';

const amounts = new Set<Concept>(['subtotal', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'tax', 'total', 'prepaid', 'amount_due', 'other_amount',
  'line_unit_price', 'line_discount', 'line_tax', 'line_amount']); // biome-ignore format: a list
const identifiers = new Set<Concept>([
  'invoice_number',
  'order_number',
  'customer_number',
  'other_id',
  'seller_tax_id',
  'buyer_tax_id',
  'tax_id',
  'iban',
  'bic',
  'line_code',
]);

export function conceptKind(concept: Concept): ConceptKind {
  if (concept.endsWith('_date')) return 'date';
  if (amounts.has(concept)) return 'amount';
  return identifiers.has(concept) ? 'identifier' : 'text';
}

/** Whether a field asks for a number or code that names something. */
export function isIdentifier(field: Field): boolean {
  const concept = conceptOf(field);
  return concept !== undefined && conceptKind(concept) === 'identifier';
}

/** The party that a field describes. */
export function partyOf(field: Field): 'seller' | 'buyer' | undefined {
  const concept = conceptOf(field);
  if (concept?.startsWith('seller_')) return 'seller';
  return concept?.startsWith('buyer_') ? 'buyer' : undefined;
}
