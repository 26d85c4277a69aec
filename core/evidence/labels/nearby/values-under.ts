import type { Decimal } from '../../../contracts/amount.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span, Spot } from '../../page/page-index.js';
import { fold, squash } from '../../print/normalise.js';
import { isDate } from '../../type-value.js';
import { conceptKind, currencyNamedBy } from '../concepts/concept-kind.js';
import { ownLabels } from '../concepts/own-labels.js';
import { type LabelMatch, labelIn, marksIn, type OwnLabels } from '../labels.js';
import { lettersIn } from '../phrases.js';
import { isInOtherCurrency } from './currency-near.js';
import { type LabelQuery, labelsBeside, maxRowsAbove } from './label-beside.js';

/** Printed values that have one of a field's own labels, in document order. A field that names a currency has none in another one. */
export const valuesUnder = memoizeByPair((field: Field, index: DocumentIndex): readonly LabelledValue[] => {
  const { own, kind } = labelQuery(field);
  const words = own ? wordsPrinted(own, index) : [];
  const known = askedBefore(index);
  const question = JSON.stringify([own?.concept, kind, field.type === 'string', currencyNamedBy(field), words]);
  const found = known.get(question) ?? labelledValues(field, { own: { ...own, words }, ...(kind && { kind }) }, index);
  known.set(question, found);
  return found;
});

/** Fields that differ in nothing but words which the document does not print have the same values. A schema may have hundreds of them. */
const askedBefore = memoizeByObject((_: DocumentIndex) => new Map<string, readonly LabelledValue[]>());

/** Those of a field's own words that stand in a row of the document. No others can label anything in it. */
function wordsPrinted({ words }: OwnLabels, index: DocumentIndex): readonly string[] {
  const printed = lettersOf(index);
  return words.filter((word) => printed.includes(lettersIn(word)));
}

const lettersOf = memoizeByObject(({ rows }: DocumentIndex): string => rows.map(({ text }) => lettersIn(text)).join('\n'));

function labelledValues(
  field: Field,
  query: Required<Pick<LabelQuery, 'own'>> & LabelQuery,
  index: DocumentIndex,
): readonly LabelledValue[] {
  const { own } = query;
  const spots = field.type === 'string' ? index.dates : index.numbers.filter((spot) => spot.percent === (own.concept === 'tax_rate'));
  const near = rowsNearLabel(index, own);
  return (spots as readonly Spot<{ toString(): string }>[]).flatMap((spot) => {
    if (!near(spot.order) || isInOtherCurrency(field, spot, index)) return [];
    const { labels, side } = labelsBeside(spot, index, query);
    const match = longest(labels);
    const [value] = spot.readings;
    return match && value !== undefined && match.concept === (own.concept ?? 'own') && !isOfCashDiscount(spot, index)
      ? [
          {
            value: String(value),
            values: spot.readings.map(String),
            text: spot.text,
            label: match.label,
            strength: match.to - match.from + titleBefore(spot, match),
            ...(side && { side }),
            decimals: spot.decimals,
            span: spot,
          },
        ]
      : [];
  });
}

export interface LabelledValue {
  /** The likeliest reading in comparable form: an ISO day or a plain decimal number. */
  readonly value: string;
  /** All readings: `04/07/2025` is a day in July or in April. */
  readonly values: readonly string[];
  readonly text: string;
  readonly label: string;
  /** Length of the printed label in characters, with the title that a preposition follows; 0 if only the position names the value. */
  readonly strength: number;
  /** Where the label stands; absent for identifiers. */
  readonly side?: 'left' | 'above';
  /** Digits after the decimal mark; an amount does not compete with a count. */
  readonly decimals: number;
  readonly span: Span;
}

/** Prepositions say that a date follows, the words before them of what: `Rechnung Nr. 17 vom 3.4.2025`, `Lieferung vom 1.4.2025`. */
export const isPreposition = (label: string): boolean => /^(?:vom|von|am|bis|bis zum|du|le|au|del|al|of|on|by|until|dated)$/i.test(label);

/** The length of the document's title in the row of a date that only a preposition labels; 0 without one. */
function titleBefore({ row, from }: Span, { label }: LabelMatch): number {
  if (!isPreposition(label)) return 0;
  const before = row.words
    .slice(0, from)
    .map(({ text }) => text)
    .join(' ');
  const title = marksIn(before).find(({ name }) => name === 'title');
  return title ? title.to - title.from : 0;
}

const longest = (labels: readonly LabelMatch[]): LabelMatch | undefined =>
  [...labels].sort((a, b) => b.to - b.from - (a.to - a.from) || b.from - a.from)[0];

/** The labels that name a field, and the kind of value they must label. */
export function labelQuery(field: Field): LabelQuery {
  const own = ownLabels(field);
  const kind = own.concept ? conceptKind(own.concept) : isDate(field) ? 'date' : field.type === 'string' ? undefined : 'amount';
  return { own, ...(kind && { kind }) };
}

export interface PrintedAmount {
  readonly amount: Decimal;
  readonly label: string;
}

/** Distinct amounts, without rates, that have a label of a concept. */
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
  /** Whether a row has a label of the lexicon. */
  readonly labelled: readonly boolean[];
}

/** Returns a test for rows that have a label or stand below one. It spares the costly label search for all other rows. */
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

/** A discount for early payment, in the languages of the lexicon. Source: EN 16931 BT-20, national terms of payment. */
const cashDiscount =
  /skont|cash discount|prompt payment|early payment|settlement discount|escompte|sconto (?:cassa|per pagamento)|pronto pag|betalingskorting|kontantrabat|kassa-alennus/;

/** Whether a date ends the time for a cash discount, not that for the whole amount: `2 % Skonto bis 15.03.2025, netto bis 04.04.2025`. */
export function isOfCashDiscount({ row, order, from, to }: Span, index: DocumentIndex): boolean {
  const previous = index
    .datesIn(order)
    .map((date) => date.to)
    .filter((end) => end <= from && end < to);
  const clause = row.words
    .slice(Math.max(0, ...previous), from)
    .map(({ text }) => text)
    .join(' ');
  return cashDiscount.test(fold(clause));
}
