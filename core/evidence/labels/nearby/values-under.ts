import type { Field } from '../../../schema/schema.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { Decimal } from '../../../values/money.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span, Spot } from '../../page/span.js';
import { squash } from '../../print/normalise.js';
import { isDate } from '../../type-value.js';
import { kindOf } from '../concepts/concept-kind.js';
import type { Concept } from '../concepts/concepts.js';
import { ownLabels } from '../concepts/own-labels.js';
import { type LabelMatch, labelIn, type OwnLabels } from '../labels.js';
import { type LabelQuery, labelsBeside, maxRowsAbove } from './label-beside.js';

/** Different printed values that stand under a field's own label, in document order. */
export const valuesUnder = memoizeByPair((field: Field, index: DocumentIndex): readonly LabelledValue[] => {
  const own = ownLabels(field);
  const spots = field.type === 'string' ? index.dates : index.numbers.filter((spot) => spot.percent === (own.concept === 'tax_rate'));
  const near = rowsNearLabel(index, own);
  return (spots as readonly Spot<{ toString(): string }>[]).flatMap((spot) => {
    if (!near(spot.order)) return [];
    const match = longest(labelsBeside(spot, index, labelQuery(field)).labels);
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
});

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

const longest = (labels: readonly LabelMatch[]): LabelMatch | undefined =>
  [...labels].sort((a, b) => b.to - b.from - (a.to - a.from) || b.from - a.from)[0];

/** The labels that name a field, and the kind of value they must be labels of. */
export function labelQuery(field: Field): LabelQuery {
  const own = ownLabels(field);
  const kind = own.concept ? kindOf(own.concept) : isDate(field) ? 'date' : field.type === 'string' ? undefined : 'amount';
  return { own, ...(kind && { kind }) };
}

export interface PrintedAmount {
  readonly amount: Decimal;
  readonly label: string;
}

/** Amounts that stand under a label of a concept, rates left out, equal ones once. */
export const printedUnder = (concept: Concept, index: DocumentIndex): readonly PrintedAmount[] => labelledAmounts(index).get(concept) ?? [];

const labelledAmounts = memoizeByObject((index: DocumentIndex): ReadonlyMap<string, readonly PrintedAmount[]> => {
  const near = rowsNearLabel(index);
  const found = index.numbers.flatMap((spot) => {
    const [amount] = spot.readings;
    if (!amount || spot.percent || amount.isZero() || !near(spot.order)) return [];
    return labelsBeside(spot, index).labels.map(({ concept, label }) => ({ concept, amount, label }));
  });
  const distinct = new Map(found.map((printed) => [`${printed.concept} ${printed.amount}`, printed]));
  return Map.groupBy(distinct.values(), (printed) => printed.concept);
});

interface RowTexts {
  readonly squashed: readonly string[];
  /** Whether a row holds a label that every document knows. */
  readonly labelled: readonly boolean[];
}

/** Whether a row, or one of those above it in which a label is looked for, holds any label: elsewhere it is not worth asking. */
export function rowsNearLabel(index: DocumentIndex, own?: OwnLabels): (order: number) => boolean {
  const { squashed, labelled } = textsOf(index);
  const words = own?.words.map(squash).filter((word) => word !== '') ?? [];
  const holds = labelled.map((known, order) => known || words.some((word) => squashed[order]?.includes(word)));
  return (order) => holds.slice(Math.max(0, order - maxRowsAbove), order + 1).some(Boolean);
}

const textsOf = memoizeByObject(
  ({ rows }: DocumentIndex): RowTexts => ({
    squashed: rows.map((row) => squash(row.text)),
    labelled: rows.map((row) => labelIn(row.text) !== undefined),
  }),
);
