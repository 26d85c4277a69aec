import { type Decimal, decimal } from '../../../../core/index.js';
import {
  type Concept,
  isHalfOfTax,
  type LabelConcept,
  letters,
  type NumberStyle,
  type PageLine,
  type PhraseLabel,
  tenderIn,
} from '../../../../core/text.js';
import { type Find, quoteOf } from '../find.js';
import { type DocumentLayout, hasLabel, textOf } from '../layout.js';
import { amountsOn, type LabelledAmount, labelFor, labelledAmounts, type MoneyAmount, roundAmountsOn } from './labelled-amounts.js';

export interface SumTriple {
  readonly subtotal: SumPart;
  /** Undefined where no tax is printed and the total equals the subtotal, or where several are. */
  readonly tax: SumPart | undefined;
  /** Set where each rate has a tax of its own, which together make the difference: none of them is the tax of the document. */
  readonly hasSeveralTaxes?: true;
  readonly total: SumPart;
  readonly score: number;
}

/** The concepts of a document's sums and of what may stand between them. */
export const sumConcepts = [
  'subtotal', 'tax', 'total', 'amount_due', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'prepaid',
] as const satisfies readonly Concept[]; // biome-ignore format: a list
export type SumConcept = (typeof sumConcepts)[number];

export interface SumPart extends MoneyAmount {
  /** How well its label fits, 0..2; 0 without a label. */
  readonly rank: number;
  readonly quote: string;
  readonly label?: PhraseLabel;
}

/** The amounts with a label of a concept, best first, each value once. */
export type SumParts = (concept: SumConcept) => readonly SumPart[];

/** Documents of hundreds of pages repeat their labels, so only the best amounts are kept. */
const maxParts = 60;
/** Below this rank a label is too small a part of its phrase to announce anything. */
const minRank = 0.9;

export function partsOf(layout: DocumentLayout, style: NumberStyle | undefined): SumParts {
  const byConcept = Map.groupBy(
    labelledAmounts(layout, style).filter(({ rank }) => rank >= minRank),
    ({ concept }) => concept,
  );
  const parts = new Map<SumConcept, readonly SumPart[]>();
  return (concept) => {
    const known = parts.get(concept);
    if (known) return known;
    const made = distinct(withoutHalves(byConcept.get(concept) ?? roundParts(layout, style, concept)));
    parts.set(concept, made);
    return made;
  };
}

/** Amounts without decimals count only beside a label in their own row. */
function roundParts(layout: DocumentLayout, style: NumberStyle | undefined, concept: SumConcept): readonly LabelledAmount[] {
  return layout.lines.flatMap((line) => {
    const amounts = line.phrases.some(({ labels }) => labels.some((label) => label.concept === concept)) ? roundAmountsOn(line, style) : [];
    const last = amounts.at(-1);
    const labelled = last && amountsOn(line, style).length === 0 ? labelFor(layout, last, 0) : undefined;
    return labelled?.concept === concept && labelled.labelLine === line && labelled.rank > 1.7
      ? [{ ...labelled, rank: labelled.rank - 0.5 }]
      : [];
  });
}

/** A tax of which central and state government have one half each is neither of them. */
function withoutHalves(amounts: readonly LabelledAmount[]): readonly LabelledAmount[] {
  const halves = amounts.filter(({ label }) => isHalfOfTax(label.text));
  const isShared = (amount: LabelledAmount): boolean =>
    halves.some((other) => other.label.text !== amount.label.text && other.value.equals(amount.value));
  return amounts.filter((amount) => !halves.includes(amount) || !isShared(amount));
}

function distinct(amounts: readonly LabelledAmount[]): readonly SumPart[] {
  const values = new Map<string, SumPart>();
  for (const amount of amounts.toSorted((a, b) => b.rank - a.rank)) {
    const key = amount.value.toString();
    if (!values.has(key)) values.set(key, partOf(amount));
    if (values.size >= maxParts) break;
  }
  return [...values.values()];
}

const partOf = (amount: LabelledAmount): SumPart => ({
  ...amount,
  quote: amount.line === amount.labelLine ? quoteOf(amount.line, amount.label, amount.token) : quoteOf(amount.line, amount.token),
});

/** An amount without a label, which only a matching sum can explain. */
export const unlabelled = (amount: MoneyAmount): SumPart => ({ ...amount, rank: 0, quote: quoteOf(amount.line, amount.token) });

const findOf = (part: SumPart, confidence: Find['confidence'], reason: Find['reason'] = 'exact'): Find => ({
  value: part.token.text,
  page: part.line.page,
  quote: part.quote,
  confidence,
  reason,
  ...(part.label && { label: part.label.text }),
});

/** The find for a part that a sum has confirmed. */
export const proven = (part: SumPart): Find => findOf(part, part.rank > 0 ? 'certain' : 'likely');

/**
 * The best part of a concept where no sum confirms any. Doubtful when another value is labelled as well, or when sums that should hold do
 * not.
 */
export function alone(parts: readonly SumPart[], contradicted: boolean): Find | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const rivals = parts.filter(({ rank }) => rank > first.rank - 0.3);
  if (rivals.length === 1) return findOf(first, contradicted || first.rank < 1.5 ? 'unsure' : 'likely');
  const last = rivals.toSorted((a, b) => b.line.number - a.line.number)[0] ?? first;
  return contested(findOf(last, 'unsure'));
}

/** The same find as a mere guess: of several amounts that could be it, the right one is found in less than half of all documents. */
export const contested = (find: Find): Find => ({ ...find, confidence: 'guess', reason: 'multiple' });

/** The amount due where none is printed: the total, provided that nothing is paid yet. */
export const inferredDue = (total: Find): Find => ({ ...total, confidence: 'unsure', reason: 'header' });

/** The largest amount, where it stands beside the label of a column: some documents label their total like `Gesamtpreis 119,00 €`. */
export function columnTotal(layout: DocumentLayout, style: NumberStyle | undefined): Find | undefined {
  const amounts = layout.lines.flatMap((line) => amountsOn(line, style));
  const [largest] = amounts.toSorted((a, b) => b.value.comparedTo(a.value) || b.line.number - a.line.number);
  const labelled = largest && amounts.length > 1 ? labelFor(layout, largest, 0) : undefined;
  const beside = labelled?.concept === 'line_amount' && labelled.labelLine === labelled.line && labelled.rank >= minOwnLabelRank;
  return labelled && beside ? findOf(partOf(labelled), 'likely') : undefined;
}
const minOwnLabelRank = 1.5;

/**
 * The sums of a document as one row of a tax table, net, tax and gross: `20 %  27 946,00  5 589,20  33 535,20`.
 * The row with the largest gross counts if its gross is also printed elsewhere, or if the other rows, one for each rate, add up to it.
 */
export function summaryRow(layout: DocumentLayout, style: NumberStyle | undefined, parts: SumParts): SumTriple | undefined {
  const rows = layout.lines.flatMap((line) => (announced(layout, line) ? (tripleOn(line, amountsOn(line, style)) ?? []) : []));
  const [first, ...others] = rows.toSorted((a, b) => b.total.value.abs().comparedTo(a.total.value.abs()));
  if (!first) return undefined;
  const known = [...parts('total'), ...parts('amount_due')].some(({ value }) => value.equals(first.total.value));
  return known || isSumOf(first, others) || others.every(({ total }) => total.value.equals(first.total.value)) ? first : undefined;
}

/** Whether each column of a row is the sum of that column in the others. */
const isSumOf = (whole: SumTriple, parts: readonly SumTriple[]): boolean =>
  parts.length > 1 &&
  (['subtotal', 'tax', 'total'] as const).every((column) =>
    parts.reduce((sum, part) => sum.plus(part[column]?.value ?? 0), decimal(0)).equals(whole[column]?.value ?? 0),
  );

const about: readonly LabelConcept[] = ['tax', 'tax_rate', 'total', 'subtotal'];
const aboutTax: ReadonlySet<LabelConcept> = new Set<LabelConcept>(['tax', 'tax_rate']);
const maxRowsAbove = 3;

/**
 * Whether a row is announced as sums: it mentions tax or a total, or has no words and stands under rows that do. Items begin with other
 * words.
 */
function announced(layout: DocumentLayout, line: PageLine): boolean {
  if (line.numbers.length < 3) return false;
  const first = line.numbers[0]?.from ?? 0;
  const opening = line.phrases.flatMap(({ labels }) => labels).find(({ from }) => from <= first);
  if (opening && about.includes(opening.concept)) return true;
  if (letters(textOf(line, 0, first)) > 0) return false;
  return layout.lines.slice(Math.max(0, line.number - maxRowsAbove), line.number).some((above) => hasLabel(above, aboutTax));
}

/** The last three neighbouring amounts of a row of which two add up to the third. */
function tripleOn(line: PageLine, amounts: readonly MoneyAmount[]): SumTriple | undefined {
  for (let at = amounts.length - 3; at >= 0; at -= 1) {
    const [tax, subtotal, total] = amounts.slice(at, at + 3).toSorted((a, b) => a.value.abs().comparedTo(b.value.abs()));
    if (!tax || !subtotal || !total || total.value.isZero() || tax.value.isZero()) continue;
    if (!subtotal.value.plus(tax.value).equals(total.value) || tax.value.abs().greaterThan(total.value.abs().times('0.3'))) continue;
    return { subtotal: partIn(line, subtotal), tax: partIn(line, tax), total: partIn(line, total), score: 0 };
  }
  return undefined;
}

const partIn = (line: PageLine, amount: MoneyAmount): SumPart => ({
  ...amount,
  rank: 0,
  quote: quoteOf(line, { from: 0, to: amount.token.to }),
});

/**
 * The printed amount that equals the payment at the till, for receipts whose sums prove nothing. An unlabelled one is a guess. Without
 * change the payment may only repeat the amount, so its label must then name a total.
 */
export function paidTotal(layout: DocumentLayout, style: NumberStyle | undefined, parts: SumParts): SumPart | undefined {
  const paid = tillPayment(layout, style);
  if (!paid) return undefined;
  const labelled = (paid.changed ? (['total', 'amount_due', 'subtotal'] as const) : (['total', 'amount_due'] as const)).flatMap(parts);
  const rounded = parts('total').some(({ value }) => value.minus(paid.value).abs().lessThanOrEqualTo(smallestCoin));
  const free = rounded ? [] : layout.lines.filter(({ number }) => !layout.body.has(number)).flatMap((line) => amountsOn(line, style));
  return [...labelled, ...free.map(unlabelled)].find(({ value, line }) => value.equals(paid.value) && !paid.lines.has(line.number));
}

/** Drops sums that come to less than the payment: these belong to one tax rate only. */
export const notPartOf = (paid: SumPart | undefined, triple: SumTriple | undefined): SumTriple | undefined =>
  paid && triple?.total.value.lessThan(paid.value.minus(smallestCoin)) ? undefined : triple;

/** Cash payments are rounded to coins. */
const smallestCoin = decimal('0.05');

interface TillPayment {
  readonly value: Decimal;
  /** Set where change was given: three amounts then confirm one another. Without change the payment only repeats one amount. */
  readonly changed: boolean;
  /** Numbers of the lines that print the payment: their amounts are not totals. */
  readonly lines: ReadonlySet<number>;
}

/** The payment that a till prints: the cash less the change, else what was paid by card or in cash. */
function tillPayment(layout: DocumentLayout, style: NumberStyle | undefined): TillPayment | undefined {
  const rows = layout.lines.flatMap((line) => {
    const [tender, amount] = [tenderIn(line.text), amountsOn(line, style).at(-1)];
    return tender && amount ? [{ line, tender, value: amount.value }] : [];
  });
  const lines = new Set(rows.map(({ line }) => line.number));
  for (const { line, value } of rows.filter(({ tender }) => tender === 'cash')) {
    const change = rows.find((row) => row.tender === 'change' && isUnder(row.line, line))?.value.abs();
    if (change?.isZero() === false && change.lessThan(value)) return { value: value.minus(change), changed: true, lines };
  }
  const paid = rows.find(({ tender }) => tender !== 'change');
  return paid && { value: paid.value, changed: false, lines };
}

const isUnder = (line: PageLine, { number, page }: PageLine): boolean =>
  line.page === page && line.number > number && line.number <= number + maxLinesToChange;

const maxLinesToChange = 4;
