import type { Cap } from '../../../contracts/cap.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';
import { cap, reasonText } from '../../scoring/caps.js';
import type { Typed } from '../../type-value.js';

/**
 * A credit note may print its amounts without a minus, so the sign is inferred from the title. A discount has no other sign.
 * Source: evidence.md §§3.1, 4.7.
 */
export function judgeSign(typed: Typed, { spans, isUnsigned }: SignContext, index: DocumentIndex): readonly Cap[] {
  if (typed.kind !== 'number' || isUnsigned || spans.length === 0) return [];
  const { amount } = typed;
  const [negated] = spotsWithin(index.amountsAt(amount.neg()), spans);
  if (!negated || spotsWithin(index.amountsAt(amount), spans).length > 0) return [];
  return [cap('evidence.inferred', `${reasonText.header}: "${negated.text}" is printed, the sign is that of a credit note`)];
}

interface SignContext {
  /** Where the value was found. */
  readonly spans: readonly Span[];
  /** Whether the sign of the field carries no information. */
  readonly isUnsigned: boolean;
}

const spotsWithin = <S extends Span>(spots: readonly S[], spans: readonly Span[]): readonly S[] =>
  spots.filter((spot) => spans.some((span) => span.order === spot.order && span.from < spot.to && span.to > spot.from));
