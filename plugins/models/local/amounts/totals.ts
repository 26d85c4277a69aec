import { type Decimal, decimal } from '../../../../core/index.js';
import { type LabelConcept, letters, type NumberStyle } from '../../../../core/text.js';
import { doubtful, type Find } from '../find.js';
import { type DocumentLayout } from '../layout.js';
import { contestTotal } from './contest-total.js';
import { amountsOn, type MoneyAmount } from './labelled-amounts.js';
import {
  alone,
  columnTotal,
  inferredDue,
  notPartOf,
  paidTotal,
  partsOf,
  proven,
  type SumConcept,
  type SumPart,
  type SumParts,
  type SumTriple,
  sumConcepts,
  summaryRow,
  unlabelled,
} from './sum-parts.js';

/** The sums are listed likeliest first. */
export interface DocumentTotals extends StatedSums {
  readonly finds: Readonly<Partial<Record<SumConcept, Find>>>;
}

/** Finds subtotal, tax and total that add up, and the other sums that have a label. */
export function findTotals(layout: DocumentLayout, style: NumberStyle | undefined): DocumentTotals {
  const parts = partsOf(layout, style);
  const paid = paidTotal(layout, style, parts);
  const triple = notPartOf(paid, bestTriple(parts, neighbours(layout, parts, style)) ?? summaryRow(layout, style, parts));
  const contradictory = (['subtotal', 'tax', 'total'] as const).every((concept) => parts(concept).length > 0);
  const finds: Partial<Record<SumConcept, Find>> = {};
  for (const concept of sumConcepts) {
    const part = triple && (concept === 'subtotal' || concept === 'tax' || concept === 'total') ? triple[concept] : undefined;
    const isInParts = concept === 'tax' && triple?.hasSeveralTaxes;
    const find = part ? proven(part) : isInParts ? undefined : alone(parts(concept), contradictory && !triple);
    if (find) finds[concept] = find;
  }
  const sums = (triple ? [triple.subtotal, triple.total] : [])
    .concat(parts('subtotal'), parts('total'), parts('amount_due'))
    .map(({ value }) => value);
  const taxes = (triple?.tax ? [triple.tax] : []).concat(parts('tax')).map(({ value }) => value);
  const below = triple && !finds.amount_due ? paidAndDueBelow(triple, layout, style) : undefined;
  const isSamePaid = finds.prepaid === undefined || finds.prepaid.value === below?.prepaid.value;
  const all = { ...finds, ...(below && isSamePaid ? below : derived(finds, triple, isWhole(layout, style, parts))) };
  const guess = paid && doubtful(proven(paid));
  const total = (paid?.rank && !triple ? proven(paid) : all.total) ?? columnTotal(layout, style) ?? guess;
  return { finds: total ? contestTotal({ ...all, total }, triple !== undefined, { layout, style }) : all, sums, taxes };
}

const isDoubtful = ({ confidence }: Find): boolean => confidence === 'unsure' || confidence === 'guess';

/** Without a total, the amount due is the total, if it is the whole. Where nothing is paid yet, the total is due. */
function derived(
  finds: Partial<Record<SumConcept, Find>>,
  triple: SumTriple | undefined,
  dueIsWhole: boolean,
): Partial<Record<SumConcept, Find>> {
  if (!finds.total || (isDoubtful(finds.total) && finds.amount_due))
    return finds.amount_due && dueIsWhole ? { total: finds.amount_due } : {};
  return !finds.amount_due && !finds.prepaid && triple ? { amount_due: inferredDue(finds.total) } : {};
}

/**
 * What is paid and what is left of the total, whatever both are called: under it stand two amounts, and the second one is the total less the first one. So are
 * the net amount and the tax, which are known, and what a discount or a withheld tax leaves, which is no payment.
 */
function paidAndDueBelow(
  { total, subtotal, tax }: SumTriple,
  layout: DocumentLayout,
  style: NumberStyle | undefined,
): Readonly<Record<'prepaid' | 'amount_due', Find>> | undefined {
  const below = layout.lines
    .slice(total.line.number + 1, total.line.number + 1 + maxLinesToRest)
    .filter(({ page, number }) => page === total.line.page && !layout.body.has(number));
  const single = below.flatMap((line) => {
    const amounts = amountsOn(line, style);
    const isOther = discounted.test(line.text) || line.phrases.some(({ labels }) => labels.some(({ concept }) => noPayments.has(concept)));
    return amounts.length === 1 && letters(line.text) >= minWordLetters && !isOther ? amounts : [];
  });
  const isPart = ({ value }: MoneyAmount): boolean => [subtotal, tax].some((part) => part?.value.equals(value.abs()));
  for (const [at, paid] of single.entries()) {
    const left = single[at + 1];
    const isRest = left !== undefined && !paid.value.isZero() && total.value.minus(paid.value.abs()).equals(left.value);
    if (isRest && !left.value.isNegative() && !isPart(paid) && !isPart(left))
      return { prepaid: inferredDue(proven(unlabelled(paid))), amount_due: inferredDue(proven(unlabelled(left))) };
  }
  return undefined;
}
const maxLinesToRest = 6;
const noPayments: ReadonlySet<LabelConcept> = new Set<LabelConcept>(['subtotal', 'tax', 'discount', 'withholding']);
const discounted = /skonto|rabatt|discount|escompte|sconto|korting|descuento/iu;
const minWordLetters = 3;

/** Whether no larger amount stands right over the amount due: that would be the total, and the amount due what is left of it. */
function isWhole(layout: DocumentLayout, style: NumberStyle | undefined, parts: SumParts): boolean {
  const [due] = parts('amount_due');
  if (!due) return true;
  const above = layout.lines.filter(
    ({ number, page }) =>
      page === due.line.page && number < due.line.number && number >= due.line.number - maxLinesToTotal && !layout.body.has(number),
  );
  return !above.flatMap((line) => amountsOn(line, style)).some(({ value }) => value.greaterThan(due.value));
}
const maxLinesToTotal = 4;

/**
 * Triples within this score of the best count as equal. The largest of them is the whole; the others are its parts, one for each tax rate.
 */
const maxScoreLoss = 0.4;

/** The triple with the best labels. At least two of the three amounts must have a label. */
function bestTriple(parts: SumParts, near: readonly SumPart[]): SumTriple | undefined {
  const totals = [...parts('total'), ...parts('amount_due').map((part) => ({ ...part, rank: part.rank - 0.3 }))];
  const others: PartsByValue = new Map(near.toReversed().map((part) => [part.value.toString(), part]));
  const between: BetweenSums = { adjustments: adjustments(parts), taxes: taxesByValue(parts('tax')), others };
  const triples = [
    ...totals.flatMap((total) => {
      const most = mostTax(total.value);
      return parts('subtotal').flatMap((subtotal) => withTax({ total, subtotal, most }, between));
    }),
    ...totals.flatMap((total) => parts('tax').flatMap((tax) => withSubtotal({ total, tax }, others))),
    ...parts('subtotal').flatMap((subtotal) => parts('tax').flatMap((tax) => withTotal({ subtotal, tax }, others))),
  ];
  if (triples.length === 0) return withSeveralTaxes(parts, totals, between);
  const most = Math.max(...triples.map(({ score }) => score));
  return triples
    .filter(({ score }) => score > most - maxScoreLoss)
    .sort((a, b) => b.total.value.abs().comparedTo(a.total.value.abs()) || b.score - a.score)[0];
}

/** What is the same for every pair of a total and a subtotal, of which a long document has thousands. */
interface BetweenSums {
  readonly adjustments: readonly SumAdjustment[];
  readonly taxes: TaxesByValue;
  readonly others: PartsByValue;
}

/** The first part of each value, by its digits. */
type PartsByValue = ReadonlyMap<string, SumPart>;

/** With total and subtotal known, the tax is the difference, less what else is printed between them. */
function withTax(
  { total, subtotal, most }: Pick<SumTriple, 'total' | 'subtotal'> & { readonly most: Decimal },
  { adjustments, taxes, others }: BetweenSums,
): readonly SumTriple[] {
  const difference = total.value.minus(subtotal.value);
  // Shipping that makes the difference is no tax.
  const isOther = adjustments.some(({ sum, count }) => count > 0 && sum.equals(difference));
  const triples: SumTriple[] = [];
  for (const { sum, count } of adjustments) {
    const rest = difference.minus(sum);
    if (rest.isNegative() !== total.value.isNegative() || rest.abs().greaterThan(most)) continue;
    const score = total.rank + subtotal.rank - 0.3 * count;
    const tax = taxes.near(rest);
    if (tax) triples.push({ total, subtotal, tax, score: score + tax.rank - (tax.value.equals(rest) ? 0 : 0.3) });
    else if (!taxes.none) continue;
    else if (rest.isZero()) {
      if (total.token !== subtotal.token) triples.push({ total, subtotal, tax: undefined, score: score - 0.7 });
    } else {
      const printed = count === 0 && !isOther ? others.get(rest.toString()) : undefined;
      if (printed) triples.push({ total, subtotal, tax: printed, score: score - 0.5 });
    }
  }
  return triples;
}

interface TaxesByValue {
  readonly none: boolean;
  /** The first tax of this value, else the first one that differs by a cent at most. */
  near(value: Decimal): SumPart | undefined;
}

/** Taxes by their whole cents, so that a value is compared with its neighbours only. */
function taxesByValue(taxes: readonly SumPart[]): TaxesByValue {
  const centsOf = (value: Decimal): Decimal => value.times(100).floor();
  const byCents = Map.groupBy(
    taxes.map((tax, place) => ({ tax, place })),
    ({ tax }) => centsOf(tax.value).toString(),
  );
  return {
    none: taxes.length === 0,
    near(value) {
      if (taxes.length === 0) return undefined;
      const cents = centsOf(value);
      const close = [cents, cents.minus(1), cents.plus(1)]
        .flatMap((key) => byCents.get(key.toString()) ?? [])
        .filter(({ tax }) => tax.value.minus(value).abs().lessThanOrEqualTo('0.01'))
        .sort((a, b) => a.place - b.place);
      return (close.find(({ tax }) => tax.value.equals(value)) ?? close[0])?.tax;
    },
  };
}

function withSubtotal({ total, tax }: { total: SumPart; tax: SumPart }, others: PartsByValue): readonly SumTriple[] {
  const rest = total.value.minus(tax.value);
  const printed = isTax(tax.value, total.value) && !tax.value.isZero() ? others.get(rest.toString()) : undefined;
  return printed ? [{ total, tax, subtotal: printed, score: total.rank + tax.rank - 0.5 }] : [];
}

function withTotal({ subtotal, tax }: { subtotal: SumPart; tax: SumPart }, others: PartsByValue): readonly SumTriple[] {
  const sum = subtotal.value.plus(tax.value);
  const printed = isTax(tax.value, sum) && !tax.value.isZero() ? others.get(sum.toString()) : undefined;
  return printed ? [{ total: printed, tax, subtotal, score: subtotal.rank + tax.rank - 0.5 }] : [];
}

/** The sums between which all taxes that are printed, one for each rate, make the difference. */
function withSeveralTaxes(parts: SumParts, totals: readonly SumPart[], { adjustments }: BetweenSums): SumTriple | undefined {
  const taxes = parts('tax');
  if (taxes.length < 2) return undefined;
  const tax = taxes.reduce((sum, { value }) => sum.plus(value), decimal(0));
  const totalOf = new Map(totals.toReversed().map((total) => [total.value.toString(), total]));
  const triples = parts('subtotal').flatMap((subtotal) =>
    adjustments.flatMap(({ sum, count }): readonly SumTriple[] => {
      const total = totalOf.get(subtotal.value.plus(tax).plus(sum).toString());
      if (!total || !isTax(tax, total.value)) return [];
      return [{ total, subtotal, tax: undefined, hasSeveralTaxes: true, score: total.rank + subtotal.rank - 0.3 * count }];
    }),
  );
  return triples.toSorted((a, b) => b.score - a.score)[0];
}

/** Whether an amount can be the tax in a total: it has the same sign and is at most 30 % of it, more than any sales tax. */
const isTax = (tax: Decimal, total: Decimal): boolean =>
  tax.isNegative() === total.isNegative() && tax.abs().lessThanOrEqualTo(mostTax(total));

const mostTax = (total: Decimal): Decimal => total.abs().times('0.3').plus('0.01');

interface SumAdjustment {
  readonly sum: Decimal;
  readonly count: number;
}

/** What discounts, charges and the like may come to: nothing, one of them, or two together. */
function adjustments(parts: SumParts): readonly SumAdjustment[] {
  const signed = [
    ...(['charge', 'tip', 'rounding'] as const).flatMap((concept) => parts(concept).map(({ value }) => value)),
    ...(['discount', 'withholding'] as const).flatMap((concept) => parts(concept).map(({ value }) => value.abs().negated())),
  ].filter((value) => !value.isZero());
  const few = signed.slice(0, 8);
  const two = few.flatMap((a, index) => few.slice(index + 1).map((b) => ({ sum: a.plus(b), count: 2 })));
  return [{ sum: decimal(0), count: 0 }, ...few.map((sum) => ({ sum, count: 1 })), ...two];
}

const maxLinesAway = 12;

/** The amounts near the labelled sums: one of them may be the third of a triple. */
function neighbours(layout: DocumentLayout, parts: SumParts, style: NumberStyle | undefined): readonly SumPart[] {
  const lines = new Set<number>();
  for (const concept of ['subtotal', 'tax', 'total', 'amount_due'] as const)
    for (const { line } of parts(concept))
      for (let near = line.number - maxLinesAway; near <= line.number + maxLinesAway; near += 1) lines.add(near);
  return layout.lines.filter(({ number }) => lines.has(number)).flatMap((line) => amountsOn(line, style).map(unlabelled));
}

/** What a document says about its own sums. */
export interface StatedSums {
  /** The sums that the item rows may add up to. */
  readonly sums: readonly Decimal[];
  readonly taxes: readonly Decimal[];
}
