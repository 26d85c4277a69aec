import { type Decimal, decimal } from '../../../../core/index.js';
import { type LabelConcept, type NumberStyle, type PageLine, readingsIn } from '../../../../core/text.js';
import type { StatedSums } from '../amounts/totals.js';
import { hasLabel, textOf } from '../layout.js';
import type { TableItem } from './body.js';
import { multiplies } from './items.js';

/** The index of the first row that says it is the sum of the rows above or their tax, and adds up; undefined where none is. */
export function firstSum(items: readonly TableItem[], style: NumberStyle | undefined): number | undefined {
  return firstWhere(items, ({ item, above, count }) => {
    if (opensWith(item, sumLabels) || endsLabelled(item.line, item.line.numbers.at(-1)?.from ?? 0)) return equal(item.amount, above, count);
    if (!item.amount.isZero() && item.amount.equals(above) && isSumOfFactored(item, items, count)) return true;
    return hasLabel(item.line, taxLabels) && ratesOn(item, style).some((rate) => equal(item.amount, above.times(rate).dividedBy(100), 1));
  });
}

/** Whether a row has no factors, all rows above it have some, and none below: if it is their sum, it says so, in whatever words. Each of several groups has its own. */
const isSumOfFactored = (item: TableItem, items: readonly TableItem[], at: number): boolean =>
  at > 1 && !hasFactor(item) && items.every((other, place) => place === at || hasFactor(other) === place < at);

const hasFactor = ({ cells }: TableItem): boolean =>
  cells.line_quantity?.number !== undefined || cells.line_unit_price?.number !== undefined;

/** The index of the first row that mentions tax and whose amount is the printed tax, or a small one below rows that make a printed sum. */
export function firstTax(items: readonly TableItem[], { sums, taxes }: StatedSums): number | undefined {
  return firstWhere(items, ({ item, above, count }) => {
    if (!hasLabel(item.line, taxLabels)) return false;
    const small = item.amount.abs().lessThanOrEqualTo(above.abs().times(maxTaxShare));
    return taxes.some((tax) => tax.equals(item.amount)) || (small && sums.some((sum) => equal(sum, above, count)));
  });
}

/** No sales tax is a larger share of the price without it. */
const maxTaxShare = decimal('0.3');
/** Each amount may be off by half a cent. */
const halfCent = decimal('0.005');

const sumLabels: ReadonlySet<LabelConcept> = new Set(['subtotal', 'total', 'amount_due']);
const allowanceLabels: ReadonlySet<LabelConcept> = new Set(['discount', 'charge']);
const taxLabels: ReadonlySet<LabelConcept> = new Set(['tax', 'tax_rate']);

interface SumCandidate {
  readonly item: TableItem;
  /** The sum of the rows above, and their number, at least one. */
  readonly above: Decimal;
  readonly count: number;
}

/** Finds the first row that satisfies a test. Where an item itself mentions tax, later rows that do are not sums. */
function firstWhere(items: readonly TableItem[], holds: (candidate: SumCandidate) => boolean): number | undefined {
  let above = decimal(0);
  for (const [count, item] of items.entries()) {
    if (count > 0 && !multiplies(item) && holds({ item, above, count })) return count;
    if (hasLabel(item.line, taxLabels)) return undefined;
    above = above.plus(item.amount);
  }
  return undefined;
}

const equal = (a: Decimal, b: Decimal, count: number): boolean =>
  a
    .minus(b)
    .abs()
    .lessThanOrEqualTo(halfCent.times(count + 1));

/** Whether a phrase of the row opens with a label: a sum does, a `Tennis net` does not. */
const opensWith = ({ line }: TableItem, concepts: ReadonlySet<LabelConcept>): boolean =>
  line.phrases.some(({ text, labels }) =>
    labels.some(({ concept, start }) => concepts.has(concept) && !/[\p{L}\p{N}]/u.test(text.slice(0, start))),
  );

/** Whether a row without a quantity says that it is a discount or charge. */
const isAllowance = (item: TableItem): boolean => !item.cells.line_quantity && hasLabel(item.line, allowanceLabels);

/** Whether a label with a colon ends before a position, also with a count behind it: `Total Qty: 6  106.17`. */
export const endsLabelled = (line: PageLine, to: number): boolean => /[^\d\s]\s*[:：]\s*\d*$/.test(textOf(line, 0, to));

const ratesOn = ({ line }: TableItem, style: NumberStyle | undefined): readonly Decimal[] =>
  line.numbers.filter(({ value }) => value.percent).flatMap(({ text }) => readingsIn(text, style).slice(0, 1));

/**
 * The rows without allowances, up to the last one at which they add up to a sum of the document, if that is at least half of them. The rest
 * are not items.
 */
export function explained(
  rows: readonly TableItem[],
  sums: readonly Decimal[],
): { readonly items: readonly TableItem[]; readonly match: number | undefined } {
  const items = withoutAllowances(rows, sums);
  for (const [at, total] of [...runningTotals(items).entries()].reverse()) {
    if ((at + 1) * 2 < items.length) break;
    const match = sumOf(sums, total, at + 1);
    if (match !== undefined) return { items: items.slice(0, at + 1), match };
  }
  return { items, match: undefined };
}

/**
 * The rows whose products hold, where the others are called allowances, or only they add up to a printed sum: a discount or charge of the
 * document (EN 16931, BG-20 and BG-21) and a levy that is already included are no items.
 */
function withoutAllowances(items: readonly TableItem[], sums: readonly Decimal[]): readonly TableItem[] {
  const sold = items.filter(multiplies);
  if (sold.length === items.length || sold.length * 2 <= items.length) return items;
  const adds = (some: readonly TableItem[]) => sumOf(sums, runningTotals(some).at(-1), some.length) !== undefined;
  return items.every((item) => multiplies(item) || isAllowance(item)) || (adds(sold) && !adds(items)) ? sold : items;
}

/** The index of the sum that a number of amounts add up to; undefined where none is. */
function sumOf(sums: readonly Decimal[], total: Decimal | undefined, count: number): number | undefined {
  const tolerance = halfCent.times(count + 1);
  const match = total ? sums.findIndex((sum) => sum.minus(total).abs().lte(tolerance)) : -1;
  return match < 0 ? undefined : match;
}

function runningTotals(items: readonly TableItem[]): readonly Decimal[] {
  let total = decimal(0);
  return items.map(({ amount }) => {
    total = total.plus(amount);
    return total;
  });
}
