import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { conceptKind } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';
import { cap } from '../../scoring/caps.js';
import type { Typed } from '../../type-value.js';

/** Callers ask for a discount in either form, and for tax in rows. */
const either: ReadonlySet<Concept> = new Set<Concept>(['discount', 'line_discount', 'line_tax']);

/** Refuses a percentage for an amount of money: the 10 of `Restocking fee 10 %  20.05` is no fee. */
export function judgePercent(
  typed: Typed,
  field: Field,
  { spans, index }: { readonly spans: readonly Span[]; readonly index: DocumentIndex },
): readonly Cap[] {
  const concept = conceptOf(field);
  if (typed.kind !== 'number' || spans.length === 0 || concept === undefined || conceptKind(concept) !== 'amount' || either.has(concept))
    return [];
  const isPercent = (span: Span): boolean =>
    index.numbersIn(span.order).some(({ from, to, percent }) => percent && from < span.to && span.from < to);
  return spans.every(isPercent) ? [cap('format.wrongShape', 'Check failed: a percentage is printed, not an amount')] : [];
}
