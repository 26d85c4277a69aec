import type { Cap } from '../contracts/draft.js';
import type { Field } from '../schema/schema.js';
import { cap, caps } from './caps.js';
import { conceptOf } from './concepts.js';
import type { DocumentIndex } from './document-index.js';
import { valuesUnder } from './judge-label.js';
import { labelIn } from './labels.js';
import { ownLabels } from './own-labels.js';
import { isTableHeader } from './table-columns.js';
import { isDate } from './type-value.js';

/** A null is a claim: it is hardly believed where the field's label stands printed beside a value. */
export function judgeAbsence(field: Field, index: DocumentIndex): Cap {
  if (index.silent) return cap('evidence', caps.evidence.noTextLayer, 'Not present: no text layer to look at');
  const neighbour = field.path.includes('[]') ? undefined : labelledNeighbour(field, index);
  if (!neighbour) return cap('evidence', caps.absence.notPresent, 'Not present');
  return cap(
    'evidence',
    caps.absence.labelPrinted,
    `Not present: but "${neighbour.label}" stands beside "${neighbour.text}" on page ${neighbour.page}`,
  );
}

/** An array without rows is a null, too: where a table is printed, rows are missing. */
export function judgeEmptyArray(fields: readonly Field[], index: DocumentIndex): Cap {
  const lines = fields.some((field) => conceptOf(field)?.startsWith('line_'));
  const header = lines ? index.rows.find(isTableHeader) : undefined;
  if (!header) return cap('evidence', caps.absence.notPresent, 'Not present');
  return cap('evidence', caps.absence.labelPrinted, `Not present: but a table "${header.text}" begins on page ${header.page}`);
}

interface Neighbour {
  readonly label: string;
  readonly text: string;
  readonly page: number;
}

function labelledNeighbour(field: Field, index: DocumentIndex): Neighbour | undefined {
  if (field.type === 'number' || field.type === 'integer' || isDate(field)) {
    const [first] = valuesUnder(field, index);
    return first && { label: first.label, text: first.text, page: first.span.row.page };
  }
  return isIdentifier(field) ? labelledWord(field, index) : undefined;
}

const identifiers = new Set([
  'invoice_number',
  'order_number',
  'customer_number',
  'iban',
  'bic',
  'seller_tax_id',
  'buyer_tax_id',
  'tax_id',
]);
const isIdentifier = (field: Field): boolean => identifiers.has(conceptOf(field) ?? '');

/** An id right after its label in the row: a word with a digit. */
function labelledWord(field: Field, index: DocumentIndex): Neighbour | undefined {
  const own = ownLabels(field);
  for (const row of index.rows) {
    const label = labelIn(row.text, own);
    if (label?.concept !== own.concept) continue;
    const next =
      row.text
        .slice(label?.to)
        .replace(/^[\s:.#-]+/, '')
        .split(' ')[0] ?? '';
    if (label && /\d/.test(next)) return { label: label.label, text: next, page: row.page };
  }
  return undefined;
}
