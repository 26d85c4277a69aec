import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { ownLabels } from '../../labels/concepts/own-labels.js';
import type { LabelMatch } from '../../labels/labels.js';
import { labelsBeside } from '../../labels/nearby/label-beside.js';
import { labelQuery, valuesUnder } from '../../labels/nearby/values-under.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/span.js';
import { cap, reasonText } from '../../scoring/caps.js';

/** What the labels beside all occurrences of a value say about it. */
export interface LabelVerdict {
  readonly cap: Cap;
  /** The label that names the field, if one stands beside the value. */
  readonly label?: string;
}

/** Concepts that many documents print under one label. A shared label counts only where no value stands under the exact one. */
const sharedLabels: Partial<Record<Concept, readonly Concept[]>> = {
  amount_due: ['total'],
  total: ['amount_due'],
  subtotal: ['line_amount'],
};

/** Sums whose labels vary between documents: `Total` may stand over net amounts. Only a passed check can tell which sum is meant. */
const exchangeableSums = new Set<Concept>(['subtotal', 'total', 'amount_due', 'line_amount', 'other_amount']);

/** A label that fits either party does not contradict one of them. */
const partyNeutral: Partial<Record<Concept, Concept>> = { seller_tax_id: 'tax_id', buyer_tax_id: 'tax_id' };

/** A value is labelled if the field's label stands beside any occurrence, and mislabelled if another label stands beside all of them. */
export function judgeLabel(field: Field, occurrences: readonly Span[], index: DocumentIndex): LabelVerdict {
  const own = ownLabels(field);
  const target = own.concept ?? 'own';
  const beside = occurrences.map((span) => labelsBeside(span, index, labelQuery(field)).labels);
  const exact = beside.flat().find((match) => match.concept === target);
  if (exact) return { cap: cap(exact.to > exact.from ? 'label.match' : 'label.place', placeReason(exact)), label: exact.label };
  const shared = beside.flat().find((match) => match.concept !== 'own' && sharedLabels[own.concept ?? 'email']?.includes(match.concept));
  if (shared && valuesUnder(field, index).length === 0) return { cap: cap('label.match', reasonText.exact), label: shared.label };
  const tax =
    own.concept === 'tax_rate'
      ? occurrences
          .filter(isPercent)
          .flatMap((span) => labelsBeside(span, index).labels)
          .find(isTax)
      : undefined;
  if (tax) return { cap: cap('label.match', reasonText.exact), label: tax.label };
  const others = beside.map((labels) =>
    labels.find((match) => match.concept !== target && match.concept !== partyNeutral[own.concept ?? 'email']),
  );
  const conflict = occurrences.length > 0 && hasLabels(field) ? others.every((match) => match !== undefined) && others.at(-1) : undefined;
  const name =
    conflict && conflict.concept !== 'own' && exchangeableSums.has(conflict.concept) && exchangeableSums.has(own.concept ?? 'email')
      ? 'label.otherSum'
      : 'label.conflict';
  if (conflict) return { cap: cap(name, `Label conflict: printed under "${conflict.label}"`) };
  return { cap: cap(isValue(field) ? 'label.unknownValue' : 'label.unknownText', unknownReason(occurrences)) };
}

/** A percentage beside a tax label is the tax rate, even if the label only names the tax. */
const isTax = ({ concept }: LabelMatch): boolean => concept === 'tax';
const isPercent = ({ row, from, to }: Span): boolean => row.words.slice(from, to + 1).some(({ text }) => text.endsWith('%'));

/** The reason for a printed label, or for a position that names a value as a label would. */
const placeReason = ({ label, from, to }: LabelMatch): string =>
  to > from ? reasonText.exact : `${reasonText.header}: by its place${label === '' ? '' : ` ${label}`}`;

const unknownReason = ([first]: readonly Span[]): string =>
  first ? `${reasonText.exact}: on page ${first.row.page}, no known label beside it` : `${reasonText.exact}: no known label beside it`;

/** Texts that are printed without a label, so a label beside them belongs to something else. */
const unlabelled = new Set<Concept>([
  'seller_name',
  'seller_address',
  'buyer_name',
  'buyer_address',
  'document_type',
  'currency',
  'email',
  'phone',
  'website',
  'payment_terms',
  'payment_method',
]);
const hasLabels = (field: Field): boolean => {
  const concept = conceptOf(field);
  return concept !== undefined && !unlabelled.has(concept);
};
/** Amounts and dates are usually printed with a label; other values often are not. */
const isValue = (field: Field): boolean =>
  field.type === 'number' || field.type === 'integer' || (conceptOf(field)?.endsWith('_date') ?? false);
