import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { Grounded } from '../grounded.js';
import { asksForRate } from '../labels/concepts/concept-kind.js';
import { roleOf } from '../labels/concepts/concepts.js';
import { nameParts } from '../labels/concepts/name-words.js';
import { better, type Caption, captionOf, fitOfWords, isContested, namedBy } from '../labels/nearby/caption-words.js';
import { fieldsUnderHeading } from '../labels/nearby/group-headings.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Span } from '../page/page-index.js';
import { isPercentage } from '../page/surroundings.js';
import { isDate } from '../type-value.js';

interface CaptionReading {
  /** The single values that the caller asks for. */
  readonly fields: readonly Field[];
  readonly index: DocumentIndex;
}

/** At least half of a field's own name must be in its caption. */
export const minShare = 0.5;

/** The caption of a value if it names the field, and no other field of the schema that holds such values as well. */
export function captionFor(field: Field, span: Span, { fields, index }: CaptionReading): Caption | undefined {
  const own = captionOf(field, span, index);
  if (own.share < minShare) return undefined;
  const isRate = isPercentage(span, index);
  if (isRate && field.type !== 'string' && !asksForRate(field) && isSum(field)) return undefined;
  const alike = rivalsOf(field, fields, isRate);
  const named = alike.filter((other) => namedBy(other, own.text).share >= minShare);
  const grouped = fieldsUnderHeading([field, ...named], span, index);
  const isInGroup = grouped.includes(field);
  if (grouped.length > 0 && !isInGroup && field.names.length > 1) return undefined;
  return isContested(own, span, isInGroup ? grouped.filter((other) => other !== field) : alike, index) ? undefined : own;
}

/** The other fields that ask for such values. */
const rivalsOf = (field: Field, fields: readonly Field[], isRate: boolean): readonly Field[] =>
  fields.filter((other) => other !== field && isAlike(field, other) && asksForRate(other) === isRate);

/** Whether all words of a name say that its value is a sum, which no percentage is. */
const isSum = memoizeByObject(({ names }: Field): boolean => {
  const { atoms, rest } = nameParts(names.at(-1) ?? '');
  return rest.length === 0 && sums.some((atom) => atoms.has(atom));
});
const sums = ['subtotal', 'total', 'net', 'gross', 'balance', 'prepaid', 'due'] as const;

/** Whether a caption names the field in part, and another field of the schema better. What is printed as the field's label names it as its own words do. */
export function isOthers({ field, label = '' }: Grounded, span: Span, { fields, index }: CaptionReading): boolean {
  const own = captionOf(field, span, index);
  const fit = Math.max(own.fit, fitOfWords(label, own.text));
  const others = rivalsOf(field, fields, asksForRate(field)).filter((other) => better(namedBy(other, own.text), { ...own, fit }));
  const grouped = fieldsUnderHeading([field, ...others], span, index);
  return own.share > 0 && others.some((other) => !grouped.includes(field) || grouped.includes(other));
}

/** Whether two fields hold values of one type. The texts of two parties may have the same name. */
export const isAlike = (field: Field, other: Field): boolean =>
  (field.type === 'string') === (other.type === 'string') &&
  isDate(field) === isDate(other) &&
  (field.type !== 'string' || isDate(field) || partyIn(field) === partyIn(other));

const partyIn = (field: Field): string => roleOf(field) ?? field.names.slice(0, -1).join('.');
