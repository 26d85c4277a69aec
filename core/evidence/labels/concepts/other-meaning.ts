import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { LabelMatch } from '../labels.js';
import { conceptKind } from './concept-kind.js';
import { conceptOf } from './concepts.js';
import { type NameAtom, nameParts, singular } from './name-words.js';

/**
 * Whether a label names something that a field without a concept cannot mean, as no word of its name speaks of it: `VAT` for `change`, `Payable
 * by` for `date_of_birth`. Labels of any value, such as `Amount` or `Date`, leave open what it is.
 */
export function meansOther(field: Field, { concept, label }: LabelMatch): boolean {
  if (conceptOf(field) !== undefined || concept === 'own') return false;
  const told = telling[concept];
  if (!told || conceptKind(concept) !== kindAsked(field) || (sums.has(concept) && !label.includes(' '))) return false;
  const { atoms } = named(field);
  if (concept === 'due_date' && debited.test(field.names.at(-1) ?? '')) return false;
  return told.every((atom) => !atoms.has(atom));
}

/** Money is due when it is debited. */
const debited = /debit|collect|withdraw|einzug|abbuch|lastschrift|prelev|prélèv|addebito|incasso|charge/i;

const named = memoizeByObject((field: Field) =>
  nameParts([...field.names, ...field.names.map(singular), field.description].join(' '), true),
);

const kindAsked = (field: Field): 'amount' | 'date' | 'identifier' =>
  field.type === 'string' ? (field.format?.startsWith('date') ? 'date' : 'identifier') : 'amount';

/** `Total` alone may stand over any sum, `Total due` not. */
const sums: ReadonlySet<Concept> = new Set<Concept>(['total', 'amount_due', 'subtotal']);

/** The words of a name that a label of each concept may belong to. */
const telling: Partial<Record<Concept, readonly NameAtom[]>> = {
  total: ['total', 'gross', 'amount', 'due', 'balance', 'invoice', 'price', 'subtotal', 'net', 'payment', 'charge'],
  amount_due: ['total', 'due', 'balance', 'amount', 'invoice', 'payment', 'prepaid'],
  subtotal: ['subtotal', 'net', 'taxable', 'total', 'amount', 'price', 'charge'],
  tax: ['tax', 'taxable', 'rate', 'withholding', 'total', 'amount'],
  prepaid: ['prepaid', 'payment', 'balance', 'amount'],
  discount: ['discount', 'rate', 'amount', 'net'],
  due_date: ['due', 'maturity', 'payment', 'terms', 'invoice', 'issue', 'prepaid'],
  delivery_date: ['delivery', 'ship', 'item', 'invoice', 'issue'],
  order_date: ['order', 'issue', 'invoice'],
  invoice_number: ['invoice', 'number', 'ref', 'code'],
  order_number: ['order', 'number', 'ref', 'code'],
  customer_number: ['buyer', 'number', 'ref', 'code'],
  tax_id: ['taxid', 'tax', 'number', 'code', 'company'],
  seller_tax_id: ['taxid', 'tax', 'number', 'code', 'company'],
  buyer_tax_id: ['taxid', 'tax', 'number', 'code', 'company'],
  iban: ['iban', 'payment', 'number'],
  bic: ['bic', 'code', 'payment'],
};
