import type { Decimal } from '../../contracts/amount.js';
import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { decimal } from '../../values/money.js';
import { identifierKind, partyOf } from '../labels/concepts/concept-kind.js';
import { conceptOf, roleOf } from '../labels/concepts/concepts.js';
import { spelt } from '../labels/concepts/name-words.js';
import { captionOf } from '../labels/nearby/caption-words.js';
import { identifiersUnder, isNumberOfOther } from '../labels/nearby/identifiers-under.js';
import { headerAbove, labelsBeside, textLeft } from '../labels/nearby/label-beside.js';
import { isPreposition, type LabelledValue, valuesUnder } from '../labels/nearby/values-under.js';
import { asksForHalfOfTax, isHalfOfTax } from '../labels/tax-parts.js';
import type { DocumentIndex } from '../page/document-index.js';
import { meets, type Span } from '../page/page-index.js';
import { headerOfColumn, isTakenOff } from '../page/signs.js';
import { letters, squash, withoutAccents } from '../print/normalise.js';
import { cap, reasonText } from '../scoring/caps.js';
import { keyOf, type Typed } from '../type-value.js';
import { hasShapeOf } from './judge-format.js';
import { isOfTaxRow, isTaxCompanion } from './judge-taxes.js';
import { ownerOf } from './parties/judge-owner.js';

/**
 * Says in how many rows a value is printed, and doubts it when another value stands under the same or an equally good label, because the
 * label alone does not decide.
 */
export const judgeUniqueness = ({ occurrences, ...value }: PrintedValue, index: DocumentIndex): readonly Cap[] => [
  ...counted(occurrences),
  ...rivalled({ ...value, occurrences }, index),
  ...halved({ ...value, occurrences }, index),
];

interface PrintedValue {
  readonly typed: Typed;
  readonly field: Field;
  readonly occurrences: readonly Span[];
  /** What OCR read where the picture shows the value itself; it is not another value. */
  readonly misread: readonly Span[];
}

/** A number with more decimals beside an amount is a rate: `Total in USD (1 GBP = 0.6737 USD)`. */
const maxMoneyDecimals = 2;

/** A value in more rows than this says little by itself, such as a quantity. */
const fewRows = 3;

function counted(occurrences: readonly Span[]): readonly Cap[] {
  const rows = new Set(occurrences.map(({ order }) => order)).size;
  if (rows === 0) return [];
  const name = rows === 1 ? 'uniqueness.once' : rows <= fewRows ? 'uniqueness.few' : 'uniqueness.many';
  return [cap(name, `${reasonText.exact}: printed in ${rows} ${rows === 1 ? 'place' : 'places'}`)];
}

function rivalled({ typed, field, misread, occurrences }: PrintedValue, index: DocumentIndex): readonly Cap[] {
  // What looks like an identifier contests no currency; other currencies are judged by themselves.
  if (field.path.includes('[]') || field.type === 'boolean' || conceptOf(field) === 'currency') return [];
  const printed = typed.kind === 'text' ? identifiersUnder(field, index) : valuesUnder(field, index);
  const labelled = printed.filter(({ span }) => !misread.some((one) => meets(one, span)));
  const keys = typed.kind === 'number' && isTakenOff(field) ? [keyOf(typed), typed.amount.neg().toString()] : [keyOf(typed)];
  const isOwn = (found: LabelledValue): boolean =>
    typed.kind === 'text' ? isStartOf(found.value, keyOf(typed), field) : found.values.some((value) => keys.includes(value));
  const own = labelled.filter(isOwn);
  const givesWay = conceptOf(field) === 'invoice_number' ? givingWay(index) : () => false;
  const strength = isZeroSum(typed, field) ? 0 : Math.max(0, ...own.map((found) => found.strength));
  const decimals = typed.kind === 'number' ? decimalsOf(typed.amount, occurrences, index) : 0;
  const isContesting = contestingOf({ field, occurrences, own }, index);
  const rivals = labelled.filter(
    (found) =>
      !isOwn(found) &&
      isContesting(found) &&
      (found.strength >= strength || own.some((one) => givesWay(one, found))) &&
      found.decimals >= decimals &&
      !(typed.kind === 'number' && found.decimals > Math.max(maxMoneyDecimals, decimals)) &&
      !isEmptyCell(found, typed, field) &&
      !isBetween(found, own, field) &&
      !(typed.kind === 'text' && occurrences.some((one) => meets(one, found.span))) &&
      !own.some((one) => givesWay(found, one)) &&
      !isOtherIdentifier({ found, own }, field, index) &&
      !isCompanion(typed, found, field, index),
  );
  const [first] = rivals;
  if (!first) return [];
  const texts = [...new Set([...own, ...rivals].map((found) => found.text))].slice(0, maxNamedRivals);
  const name = isUnderHeadings(rivals, own)
    ? 'uniqueness.underHeading'
    : isWhole(typed, rivals)
      ? 'uniqueness.singledOut'
      : isPart(typed, rivals)
        ? 'uniqueness.part'
        : 'uniqueness.several';
  const others = texts.filter((text) => !own.some((found) => found.text === text));
  return [{ ...cap(name, `${reasonText.multiple}: ${texts.join(' and ')} under "${first.label}"`), rivals: others }];
}

/** A tax that a row prints twice and then doubled is one of two halves, whatever its columns are called: `20.30  20.30  40.60`. */
function halved({ typed, field, occurrences }: PrintedValue, index: DocumentIndex): readonly Cap[] {
  if (typed.kind !== 'number' || typed.amount.isZero() || field.path.includes('[]')) return [];
  if (conceptOf(field) !== 'tax' || asksForHalfOfTax(field)) return [];
  const isBesideBoth = ({ order }: Span): boolean => occurrences.filter((one) => one.order === order).length > 1;
  const whole = index.amountsAt(typed.amount.times(2)).find(isBesideBoth);
  return whole
    ? [{ ...cap('uniqueness.part', `${reasonText.multiple}: twice in a row with ${whole.text}, which both make`), rivals: [whole.text] }]
    : [];
}

interface NamedPlaces {
  readonly field: Field;
  readonly occurrences: readonly Span[];
  /** Where the value stands under the field's label. */
  readonly own: readonly LabelledValue[];
}

/**
 * Which other values under a label contest a value of the caller's own field: none of another period's column, `Year to date`, and where the label of the
 * value is all of its text, none whose label is a part of a longer one or of a sentence.
 */
function contestingOf({ field, occurrences, own }: NamedPlaces, index: DocumentIndex): (found: LabelledValue) => boolean {
  if (conceptOf(field) !== undefined) return () => true;
  const isPlainlyNamed =
    own.some((found) => isWholeLabel(found, index)) ||
    occurrences.some((span) => {
      const { share, text } = captionOf(field, span, index);
      return share === 1 && text.trim().split(/\s+/).length <= maxCaptionWords;
    });
  return (found) => (!isPlainlyNamed || isWholeLabel(found, index)) && !isOfOtherPeriod(found, field, index);
}
const maxCaptionWords = 4;

/** Whether a label is nearly all of the text that it stands in. */
function isWholeLabel({ label, side, span }: LabelledValue, index: DocumentIndex): boolean {
  const text = side === 'above' ? (headerAbove(span, index)?.text ?? '') : textLeft(span);
  return letters(label) >= wholeShare * letters(text);
}
const wholeShare = 0.8;

/** Whether a number stands in the column of another period, which the field does not name. */
const isOfOtherPeriod = ({ span }: LabelledValue, { names }: Field, index: DocumentIndex): boolean =>
  otherPeriods.test(withoutAccents(headerOfColumn(span, index))) && !otherPeriods.test(withoutAccents(spelt(names.join(' '))));

/** What has run up since the year began, and what was before. */
const otherPeriods =
  /\b(?:ytd|year to date|cumul\w*|kumuliert|aufgelaufen|seit jahresbeginn|jahressummen?|prior|previous|last (?:year|period)|vorjahr|vorperiode|annee precedente|exercice precedent|ejercicio anterior|anno precedente|vorig jaar|foregaende ar|ano anterior)\b/;

/** Of two numbers under one bare label, `Invoice #4417` and `Invoice INV-26`, that of the order, `Order ID 4417`, is not the invoice's. */
const givingWay =
  (index: DocumentIndex) =>
  (one: LabelledValue, other: LabelledValue): boolean =>
    squash(one.label) === squash(other.label) && isNumberOfOther(one.value, index) && !isNumberOfOther(other.value, index);

/** The decimals with which an amount is printed: a zero has none by itself, `0.00` has two. */
const decimalsOf = (amount: Decimal, occurrences: readonly Span[], index: DocumentIndex): number =>
  Math.max(
    amount.decimalPlaces(),
    ...occurrences.flatMap((one) => index.numbersIn(one.order).flatMap((spot) => (meets(one, spot) ? spot.decimals : []))),
  );

/** Whether a printed word opens the value. A tax number is the same with the letters of its country and without. */
const isStartOf = (printed: string, value: string, field: Field): boolean =>
  value.startsWith(printed) || (identifierKind(field) === 'taxId' && (value.endsWith(printed) || printed.endsWith(value)));

/**
 * Whether a value has its label right beside it, while all others only stand under a heading that labels no better or that heads a column
 * of them: the days of items under `Date` do not contest the date beside `Date`.
 */
function isUnderHeadings(rivals: readonly LabelledValue[], own: readonly LabelledValue[]): boolean {
  const strength = Math.max(...own.filter(({ side, label }) => side === 'left' && !isPreposition(label)).map((found) => found.strength));
  const headed = Map.groupBy(rivals, ({ label }) => label);
  return rivals.every(
    (rival) => rival.side === 'above' && (rival.strength <= strength || (strength > 0 && (headed.get(rival.label)?.length ?? 0) > 1)),
  );
}

/** A document that comes to nothing is rare, and empty cells print zero under any label: every other amount of that name contests it. */
const isZeroSum = (typed: Typed, field: Field): boolean =>
  typed.kind === 'number' && typed.amount.isZero() && ['total', 'subtotal'].includes(conceptOf(field) ?? '');

/** Nothing is owed under a label that prints zero; a balance of zero is one. */
const isEmptyCell = (rival: LabelledValue, typed: Typed, field: Field): boolean =>
  typed.kind === 'number' && !typed.amount.isZero() && decimal(rival.value).isZero() && conceptOf(field) !== 'amount_due';

/** Whether a number stands between a tax and its label in one row: the base, as in `VAT on 690.80 55.95`. */
const isBetween = (rival: LabelledValue, own: readonly LabelledValue[], field: Field): boolean =>
  conceptOf(field) === 'tax' &&
  own.some(({ span, side }) => side === 'left' && rival.side === 'left' && span.order === rival.span.order && rival.span.to <= span.from);

interface Rival {
  readonly found: LabelledValue;
  /** Where the value itself stands under such a label. */
  readonly own: readonly LabelledValue[];
}

/** An amount beside `VAT` is no VAT number, and one of another party, or of nobody, does not contest the number in a party's own block. */
function isOtherIdentifier({ found, own }: Rival, field: Field, index: DocumentIndex): boolean {
  const kind = identifierKind(field);
  if (kind === undefined) return false;
  if (!hasShapeOf[kind](found.text)) return true;
  const party = partyOf(field) ?? roleOf(field);
  const owner = party && ownerOf(found.span, index);
  return owner === undefined ? party !== undefined && own.some(({ span }) => ownerOf(span, index) === party) : owner !== party;
}

const isCompanion = (typed: Typed, rival: LabelledValue, field: Field, index: DocumentIndex): boolean =>
  typed.kind === 'number' &&
  conceptOf(field) === 'tax' &&
  (isTaxCompanion(decimal(rival.value), typed.amount, index) ||
    isOfTaxRow(rival.span, decimal(rival.value), index) ||
    (isHalfOfTax(rival.label) && typed.amount.eq(decimal(rival.value).times(2))));

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

/** Shares of the page height: the footer, and the part in which a letter has its date. */
const footShare = 0.1;
const headShare = 0.4;

/**
 * An issue date that stands only in page footers may be a print stamp: `Date: 30.10.2024 Time: 04:59 Page: 1`. It is doubted if another
 * date stands near the top without a label of another meaning.
 */
export function judgeFootDate(field: Field, occurrences: readonly Span[], index: DocumentIndex): readonly Cap[] {
  if (conceptOf(field) !== 'issue_date' || occurrences.length === 0) return [];
  if (!occurrences.every((span) => shareOf(span, index) > 1 - footShare)) return [];
  const rival = index.dates.find(
    (spot) => spot.row.page === index.firstPage && shareOf(spot, index) < headShare && isUnexplained(spot, index),
  );
  return rival ? [cap('uniqueness.several', `${reasonText.multiple}: the date in the foot of the page, and ${rival.text} at its top`)] : [];
}

const isUnexplained = (spot: Span, index: DocumentIndex): boolean =>
  labelsBeside(spot, index, { kind: 'date' }).labels.every(({ concept }) => concept === 'issue_date');

function shareOf({ row }: Span, index: DocumentIndex): number {
  const height = index.heightOf(row.page);
  return height > 0 ? (row.box.y + row.box.height / 2) / height : 0;
}
