import type { Decimal } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { decimal } from '../../../values/money.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { identifiersUnder } from '../../labels/nearby/identifiers-under.js';
import { type LabelledValue, valuesUnder } from '../../labels/nearby/values-under.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { meets, type Span } from '../../page/span.js';
import { cap, reasonText } from '../../scoring/caps.js';
import { keyOf, type Typed } from '../../type-value.js';
import { isOfTaxRow, isTaxCompanion } from '../amounts/tax-companions.js';

/**
 * Doubts a value when another value stands under the same or an equally good label, because the label alone does not decide. What OCR read
 * where the picture shows the value itself, `misread`, is not another one.
 */
export function judgeUniqueness({ typed, misread }: ReadValue, field: Field, index: DocumentIndex): readonly Cap[] {
  if (field.path.includes('[]')) return [];
  const printed = typed.kind === 'text' ? identifiersUnder(field, index) : valuesUnder(field, index);
  const labelled = printed.filter(({ span }) => !misread.some((one) => meets(one, span)));
  const isOwn = (found: LabelledValue): boolean =>
    typed.kind === 'text' ? keyOf(typed).startsWith(found.value) : found.values.includes(keyOf(typed));
  const own = labelled.filter(isOwn);
  const strength = Math.max(0, ...own.map((found) => found.strength));
  const decimals = Math.max(typed.kind === 'number' ? typed.amount.decimalPlaces() : 0, ...own.map((found) => found.decimals));
  const rivals = labelled.filter(
    (found) => !isOwn(found) && found.strength >= strength && found.decimals >= decimals && !isCompanion(typed, found, field, index),
  );
  const [first] = rivals;
  if (!first) return [];
  const texts = [...new Set([...own, ...rivals].map((found) => found.text))].slice(0, maxNamedRivals);
  const name = isWhole(typed, rivals) ? 'uniqueness.singledOut' : isPart(typed, rivals) ? 'uniqueness.part' : 'uniqueness.several';
  return [cap(name, `${reasonText.multiple}: ${texts.join(' and ')} under "${first.label}"`)];
}

interface ReadValue {
  readonly typed: Typed;
  readonly misread: readonly Span[];
}

const isCompanion = (typed: Typed, rival: LabelledValue, field: Field, index: DocumentIndex): boolean =>
  typed.kind === 'number' &&
  conceptOf(field) === 'tax' &&
  (isTaxCompanion(decimal(rival.value), typed.amount, index) || isOfTaxRow(rival.span, decimal(rival.value), index));

/** If an amount is the sum of all others under its label, they do not compete with it. */
const isWhole = (typed: Typed, rivals: readonly LabelledValue[]): boolean =>
  typed.kind === 'number' && new Set(rivals.map(({ value }) => value)).size > 1 && sumOf(rivals).eq(typed.amount);
const sumOf = (rivals: readonly LabelledValue[]): Decimal =>
  [...new Set(rivals.map(({ value }) => value))].reduce((sum, value) => sum.plus(value), decimal(0));

/** If a larger amount stands under the same label, this one can only be a part of it, such as the tax of one rate. */
const isPart = (typed: Typed, rivals: readonly LabelledValue[]): boolean =>
  typed.kind === 'number' && rivals.some((rival) => decimal(rival.value).abs().gt(typed.amount.abs()));

/** A reason names at most this many values; more would not help a person. */
const maxNamedRivals = 4;
