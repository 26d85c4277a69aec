import type { Field } from '../../../schema/schema.js';
import { memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span, Spot } from '../../page/span.js';
import { isDate } from '../../type-value.js';
import { kindOf } from '../concepts/concept-kind.js';
import { ownLabels } from '../concepts/own-labels.js';
import type { LabelMatch } from '../labels.js';
import { labelsBeside, type Sought } from './label-beside.js';
import { nearLabel } from './label-rows.js';

/** Different printed values that stand under a field's own label, in document order. */
export const valuesUnder = memoizeByPair((field: Field, index: DocumentIndex): readonly LabelledValue[] => {
  const own = ownLabels(field);
  const spots = field.type === 'string' ? index.dates : index.numbers.filter((spot) => spot.percent === (own.concept === 'tax_rate'));
  const near = nearLabel(index, own);
  return (spots as readonly Spot<{ toString(): string }>[]).flatMap((spot) => {
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
export function sought(field: Field): Sought {
  const own = ownLabels(field);
  const kind = own.concept ? kindOf(own.concept) : isDate(field) ? 'date' : field.type === 'string' ? undefined : 'amount';
  return { own, ...(kind && { kind }) };
}
