import type { DocumentFamily, FieldFamily } from '../../contracts/cap.js';
import type { Page } from '../../contracts/document.js';
import type { Field } from '../../contracts/schema.js';
import { isIdentifier } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { isDate } from '../type-value.js';

/** One scanned page makes the document scanned; a page without words, such as a cover, does not. */
export const documentFamily = (pages: readonly Page[]): DocumentFamily =>
  pages.some(({ textLayer }) => textLayer === 'native') && !pages.some(({ textLayer }) => textLayer === 'ocr') ? 'native' : 'scanned';

export function fieldFamily(field: Field): FieldFamily {
  if (field.path.includes('[]')) return 'line';
  const concept = conceptOf(field);
  if (concept === undefined) return 'other';
  if (field.type === 'number' || field.type === 'integer') return 'money';
  if (isDate(field)) return 'date';
  if (concept === 'seller_name' || concept === 'buyer_name') return 'name';
  return concept === 'currency' || isIdentifier(field) ? 'id' : 'other';
}
