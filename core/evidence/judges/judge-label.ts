import type { Cap, CapName } from '../../contracts/cap.js';
import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject, memoizeByPair } from '../../values/memoize.js';
import { asksForCarriage, conceptKind, identifierKind, isIdentifier, namesCarriage, namesFax } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { type NameAtom, nameParts, singular } from '../labels/concepts/name-words.js';
import { borrowedLabels, ownLabels } from '../labels/concepts/own-labels.js';
import { type ColumnConcept, type LabelMatch, labelsIn } from '../labels/labels.js';
import { answersTo } from '../labels/nearby/answers-near.js';
import { type LabelsBeside, labelsBeside, numberSignNearTitle, textLeft } from '../labels/nearby/label-beside.js';
import { labelQuery, valuesUnder } from '../labels/nearby/values-under.js';
import { asksForHalfOfTax, isHalfOfTax } from '../labels/tax-parts.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span } from '../page/page-index.js';
import { columnOf, headerOver } from '../page/surroundings.js';
import { squash } from '../print/normalise.js';
import { cap, reasonText } from '../scoring/caps.js';
import { otherThanNumber } from './other-than-number.js';

/** What the labels beside all occurrences of a value say about it. */
export interface LabelVerdict {
  readonly cap: Cap;
  /** The label that names the field, if one stands beside the value. */
  readonly label?: string;
}

/** Where a value is printed, and what its quote says before it. */
interface LabelledPlaces {
  readonly occurrences: readonly Span[];
  /** The words of the quote before the value, if the quote is printed as it was given. */
  readonly quotedBefore?: string;
}

/** Concepts that many documents print under one label. A shared label counts only where no value stands under the exact one. */
const sharedLabels: Partial<Record<Concept, readonly Concept[]>> = {
  amount_due: ['total'],
  total: ['amount_due'],
  subtotal: ['line_amount'],
};

/** Sums whose labels vary between documents: `Total` may stand over net amounts. Only a passed check can tell which sum is meant. */
const exchangeableSums = new Set<Concept | 'own'>(['subtotal', 'total', 'amount_due', 'line_amount', 'other_amount']);

/** What is due is no amount before tax where the document has another sum: without tax the two are one. */
const areExchangeable = (printed: Concept | 'own', asked: Concept | 'own', index: DocumentIndex): boolean =>
  exchangeableSums.has(printed) &&
  exchangeableSums.has(asked) &&
  !(printed === 'subtotal' && asked === 'amount_due' && printsSumToPay(index));

const printsSumToPay = memoizeByObject(({ phrases }: DocumentIndex): boolean =>
  phrases.some(({ text }) => labelsIn(text).some(({ concept }) => concept === 'total' || concept === 'amount_due')),
);

/** A label that fits either party does not contradict one of them. */
const partyNeutral: Partial<Record<Concept, Concept>> = { seller_tax_id: 'tax_id', buyer_tax_id: 'tax_id' };

/**
 * A value is labelled if the field's label stands beside any occurrence, or before it in the quote; it is mislabelled if another label
 * stands beside all of them.
 */
export function judgeLabel(field: Field, places: LabelledPlaces, index: DocumentIndex): LabelVerdict {
  const beside = places.occurrences.map((span) => labelsBeside(span, index, labelQuery(field)));
  return (
    exactly(field, beside, places, index) ??
    answered(field, places, index) ??
    shared(field, beside, index) ??
    asRate(field, places, index) ??
    inQuote(field, places, beside) ??
    conflicting(field, beside, index, places) ??
    ofOther(field, places, beside) ??
    byNumberSign(field, places, index) ??
    unnamed(field, places, index)
  );
}

const targetOf = (field: Field): LabelMatch['concept'] => ownLabels(field).concept ?? 'own';

/** A label right beside the value; a position that names it as a label would; a heading above it. The nearest kind counts. */
function exactly(
  field: Field,
  beside: readonly LabelsBeside[],
  { occurrences }: LabelledPlaces,
  index: DocumentIndex,
): LabelVerdict | undefined {
  const isIts = ({ concept, label }: LabelMatch): boolean =>
    concept === targetOf(field) && !(concept === 'own' && borrowedLabels(field).has(squash(label)) && printsItsName(field, index));
  const found = beside.flatMap(({ labels, side }) => labels.filter(isIts).map((match) => ({ match, name: nameOf(match, side) })));
  const [first] = found;
  if (first && asksForCarriage(field) && found.every(({ match }) => match.concept === 'charge' && !namesCarriage(match.label)))
    return { cap: cap('label.conflict', `Label conflict: "${first.match.label}" may be any charge`) };
  if (first && targetOf(field) === 'tax' && !asksForHalfOfTax(field) && isHalf(beside, occurrences))
    return { cap: cap('label.conflict', `Label conflict: "${first.match.label}" is half of the tax`) };
  if (first && occurrences.every((span) => isOtherNumber(field, span)))
    return { cap: cap('label.conflict', `Label conflict: "${first.match.label}" names another kind of number`) };
  const best = (['label.match', 'label.heading', 'label.place'] as const)
    .map((name) => found.find((one) => one.name === name))
    .find((one) => one !== undefined);
  return best && { cap: cap(best.name, placeReason(best.match)), label: best.match.label };
}

/** Whether a text of the document begins with the field's own name. */
const printsItsName = memoizeByPair((field: Field, { phrases }: DocumentIndex): boolean => {
  const name = squash(field.names.at(-1) ?? '');
  return phrases.some(({ text }) => squash(text.slice(0, maxCaptionCharacters)).startsWith(name));
});
const maxCaptionCharacters = 60;

/** Whether a number is labelled as that of a fax where a telephone is asked for, or the other way round; `Tel./Fax` is both. */
export function isOtherNumber(field: Field, span: Span): boolean {
  const labels = identifierKind(field) === 'phone' ? labelsIn(textLeft(span)).filter(({ concept }) => concept === 'phone') : [];
  const isFaxAsked = namesFax(field.names.at(-1) ?? '');
  return labels.length > 0 && labels.every(({ label }) => namesFax(label) !== isFaxAsked);
}

/** Whether all places of a tax are labelled as one half of it, or one place as either: both halves are equal. */
function isHalf(beside: readonly LabelsBeside[], occurrences: readonly Span[]): boolean {
  const places = beside.map(({ labels }, at) => halfNamed(labels, timesInRow(at, occurrences)));
  return places.every((half) => half !== undefined) || new Set(places.filter((half) => half?.length === 1)).size > 1;
}

/** The letters of the halves that a place is labelled as: `c`, or `cs` before two equal amounts. `CGST + SGST  60.00` is the whole. */
function halfNamed(labels: readonly LabelMatch[], times: number): string | undefined {
  const taxes = labels.filter(({ concept }) => concept === 'tax').map(({ label }) => label);
  const halves = [...new Set(taxes.map((label) => label.charAt(0).toLowerCase()))].join('');
  return taxes.every(isHalfOfTax) && (halves.length <= 1 || times > 1) ? halves : undefined;
}

const timesInRow = (at: number, places: readonly Span[]): number => places.filter(({ order }) => order === places[at]?.order).length;

const nameOf = ({ from, to }: LabelMatch, side: LabelsBeside['side']): 'label.match' | 'label.heading' | 'label.place' =>
  to === from ? 'label.place' : side === 'above' ? 'label.heading' : 'label.match';

function shared(field: Field, beside: readonly LabelsBeside[], index: DocumentIndex): LabelVerdict | undefined {
  const others: readonly LabelMatch['concept'][] = sharedLabels[conceptOf(field) ?? 'email'] ?? [];
  const found = beside.flatMap(({ labels }) => labels).find(({ concept }) => others.includes(concept));
  return found && valuesUnder(field, index).length === 0 ? { cap: cap('label.shared', reasonText.exact), label: found.label } : undefined;
}

/** The question that a yes-or-no field asks, where the page puts it itself: its words are the label of the answer. */
function answered(field: Field, { occurrences }: LabelledPlaces, index: DocumentIndex): LabelVerdict | undefined {
  const found = answersTo(field, index).find(
    ({ order, answer }) => answer !== undefined && occurrences.some((span) => span.order === order),
  );
  return found && { cap: cap('label.match', reasonText.exact), label: found.text };
}

/** A percentage beside a tax label, or in the column of taxes, is the tax rate, even if the label only names the tax. */
function asRate(field: Field, { occurrences }: LabelledPlaces, index: DocumentIndex): LabelVerdict | undefined {
  if (conceptOf(field) !== 'tax_rate') return undefined;
  const tax = occurrences
    .filter(isPercent)
    .flatMap((span) => labelsBeside(span, index).labels)
    .find(({ concept }) => concept === 'tax');
  if (tax) return { cap: cap('label.match', reasonText.exact), label: tax.label };
  const column = occurrences.filter(isPercent).find((span) => taxColumns.has(columnOf(span, index)));
  return column && { cap: cap('label.heading', reasonText.exact), label: headerOver(column, index)?.text ?? '' };
}
const taxColumns = new Set<ColumnConcept | undefined>(['line_tax_rate', 'line_tax']);

const isPercent = ({ row, from, to }: Span): boolean => row.words.slice(from, to + 1).some(({ text }) => /%[^\p{L}\p{N}]*$/u.test(text));

/** The last label before the value in its quote, unless a label right beside the value says otherwise. */
function inQuote(field: Field, { quotedBefore }: LabelledPlaces, beside: readonly LabelsBeside[]): LabelVerdict | undefined {
  if (!quotedBefore || beside.some(({ labels, side }) => side === 'left' && labels.length > 0)) return undefined;
  const { own, kind } = labelQuery(field);
  const nearest = labelsIn(quotedBefore, own).findLast(
    ({ concept }) => concept === 'own' || kind === undefined || conceptKind(concept) === kind,
  );
  if (nearest?.concept !== targetOf(field)) return undefined;
  return { cap: cap('label.quoted', `${reasonText.exact}: quoted with its label "${nearest.label}"`), label: nearest.label };
}

function conflicting(
  field: Field,
  beside: readonly LabelsBeside[],
  index: DocumentIndex,
  places: LabelledPlaces,
): LabelVerdict | undefined {
  const neutral = partyNeutral[conceptOf(field) ?? 'email'];
  const others = beside.map(({ labels }) => labels.find(({ concept }) => concept !== targetOf(field) && concept !== neutral));
  const conflict = hasLabels(field) && others.every((match) => match !== undefined) ? others.at(-1) : undefined;
  if (!conflict) return undefined;
  const reason = `Label conflict: printed under "${conflict.label}"`;
  if (areExchangeable(conflict.concept, targetOf(field), index)) return { cap: cap('label.otherSum', reason) };
  const general = generalIdentifiers.has(conflict.concept) && isGeneral(conflict) && valuesUnder(field, index).length === 0;
  return general ? (byNumberSign(field, places, index) ?? { cap: cap('label.general', reason) }) : { cap: cap('label.conflict', reason) };
}

/** A field that no concept names, and a known label of something else right before the value, wherever it stands. */
function ofOther(field: Field, { occurrences }: LabelledPlaces, beside: readonly LabelsBeside[]): LabelVerdict | undefined {
  const others = occurrences.map((span, at) => {
    const last = beside[at]?.side === 'left' ? beside[at].labels.at(-1) : undefined;
    return last && !/\p{L}/u.test(textLeft(span).slice(last.to)) && meansOther(field, last) ? last : undefined;
  });
  const [first] = others;
  if (!first || others.some((match) => match === undefined)) return undefined;
  return { cap: cap('label.conflict', `Label conflict: printed beside "${first.label}"`) };
}

/** A label that many identifiers share, such as `Reference`. */
const generalIdentifiers = new Set<LabelMatch['concept']>(['other_id']);
const isGeneral = ({ label }: LabelMatch): boolean => /^(?:ref|réf|rif)\p{L}*$/iu.test(label.replace(/[^\p{L}]/gu, ''));

function byNumberSign(field: Field, { occurrences }: LabelledPlaces, index: DocumentIndex): LabelVerdict | undefined {
  if (conceptOf(field) !== 'invoice_number') return undefined;
  const sign = occurrences.map((span) => numberSignNearTitle(span, index)).find((found) => found !== undefined);
  return sign === undefined ? undefined : { cap: cap('label.place', `${reasonText.header}: by "${sign}" at the title`), label: sign };
}

/** Words that nobody knows stand before the value, or none at all. Neither speaks against it. */
function unnamed(field: Field, { occurrences }: LabelledPlaces, index: DocumentIndex): LabelVerdict {
  const [first] = occurrences;
  const other = isIdentifier(field) && identifierKind(field) !== 'postalCode' ? otherThanNumber(occurrences, index) : undefined;
  if (other !== undefined) return { cap: cap('label.conflict', `Label conflict: ${other}, and no label makes it a number`) };
  const where = first ? ` on page ${first.row.page},` : '';
  const words = occurrences.map(textLeft).find((text) => text !== '');
  const name: CapName = isValue(field)
    ? words === undefined
      ? 'label.noneAtValue'
      : 'label.unknownValue'
    : words === undefined
      ? 'label.noneAtText'
      : 'label.unknownText';
  return { cap: cap(name, `${reasonText.exact}:${where} no known label beside it`) };
}

/** The reason for a printed label, or for a position that names a value as a label would. */
const placeReason = ({ label, from, to }: LabelMatch): string =>
  to > from ? reasonText.exact : `${reasonText.header}: by its place${label === '' ? '' : ` ${label}`}`;

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

/**
 * Whether a label names something that a field without a concept cannot mean, as no word of its name speaks of it: `VAT` for `change`, `Payable
 * by` for `date_of_birth`. Labels of any value, such as `Amount` or `Date`, leave open what it is.
 */
function meansOther(field: Field, { concept, label }: LabelMatch): boolean {
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
