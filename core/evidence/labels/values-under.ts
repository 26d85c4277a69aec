import type { Field } from '../../schema/schema.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Span, Spot } from '../page/span.js';
import { squash } from '../print/normalise.js';
import { isDate } from '../type-value.js';
import { kindOf } from './concept-kind.js';
import { labelsBeside, type Sought } from './label-beside.js';
import { nearLabel } from './label-rows.js';
import { type LabelMatch, labelIn, type OwnLabels } from './labels.js';
import { ownLabels } from './own-labels.js';

/** Different printed values that stand under a field's own label, in document order. */
export function valuesUnder(field: Field, index: DocumentIndex): readonly LabelledValue[] {
  const byDocument = labelled.get(index) ?? new Map<string, readonly LabelledValue[]>();
  labelled.set(index, byDocument);
  const known = byDocument.get(field.path);
  if (known) return known;
  const own = ownLabels(field);
  const spots = field.type === 'string' ? index.dates : index.numbers.filter((spot) => spot.percent === (own.concept === 'tax_rate'));
  const near = nearLabel(index, own);
  const found = (spots as readonly Spot<{ toString(): string }>[]).flatMap((spot) => {
    if (!near(spot.order)) return [];
    const match = longest(labelsBeside(spot, index, sought(field)).labels);
    const [value] = spot.readings;
    return match && value !== undefined && match.concept === (own.concept ?? 'own')
      ? [
          {
            value: String(value),
            values: spot.readings.map(String),
            text: spot.text,
            label: match.label,
            strength: match.to - match.from,
            decimals: spot.decimals,
            span: spot,
          },
        ]
      : [];
  });
  byDocument.set(field.path, found);
  return found;
}

export interface LabelledValue {
  /** Comparable: an ISO day, or a plain decimal number; the likeliest reading. */
  readonly value: string;
  /** All that the print can mean: `04/07/2025` is a day of July, or of April. */
  readonly values: readonly string[];
  readonly text: string;
  readonly label: string;
  /** How many characters of a printed label name it; 0 where only its place does. */
  readonly strength: number;
  /** Digits after the decimal mark: an amount is not contested by a count. */
  readonly decimals: number;
  readonly span: Span;
}
const labelled = new WeakMap<DocumentIndex, Map<string, readonly LabelledValue[]>>();

const longest = (labels: readonly LabelMatch[]): LabelMatch | undefined =>
  [...labels].sort((a, b) => b.to - b.from - (a.to - a.from) || b.from - a.from)[0];

/** The labels that name a field, and the kind of value they must be labels of. */
export function sought(field: Field): Sought {
  const own = ownLabels(field);
  const kind = own.concept ? kindOf(own.concept) : isDate(field) ? 'date' : field.type === 'string' ? undefined : 'amount';
  return { own, ...(kind && { kind }) };
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

/** The very name of a field outdoes what else it may be called: an invoice number is no receipt number, where both are printed. */
const strengthOf = ({ label, from, to }: LabelMatch, own: OwnLabels): number =>
  to - from + (own.words.some((words) => squash(words) === squash(label)) ? 100 : 0);

/** Ids right after a field's label in the row: words with a digit. None for a field that is no id. */
export function identifiersUnder(field: Field, index: DocumentIndex): readonly LabelledValue[] {
  const own = ownLabels(field);
  if (!identifiers.has(own.concept ?? '')) return [];
  return index.rows.flatMap((row, order) => {
    const label = labelIn(row.text, own);
    if (!label || label.concept !== own.concept) return [];
    const text =
      row.text
        .slice(label.to)
        .replace(/^[\s:.#-]+/, '')
        .split(' ')[0] ?? '';
    const from = row.words.findIndex((word) => word.text.endsWith(text));
    return /\d/.test(text)
      ? [
          {
            value: squash(text),
            values: [squash(text)],
            text,
            label: label.label,
            strength: strengthOf(label, own),
            decimals: 0,
            span: { row, order, from, to: from + 1 },
          },
        ]
      : [];
  });
}
