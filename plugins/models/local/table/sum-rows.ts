import { type Decimal, decimal } from '../../../../core/index.js';
import { type NumberStyle, readingsIn } from '../../../../core/text.js';
import type { Sums } from '../amounts/totals.js';
import { type LabelConcept, type PageLine, textOf } from '../page/layout.js';
import { multiplies, type TableItem } from './items.js';

/** The place of the first row that says it is the sum of those above it or the tax on them, and is; undefined where none is. */
export function firstSum(items: readonly TableItem[], style: NumberStyle | undefined): number | undefined {
  return firstWhere(items, ({ item, above, count }) => {
    if (opensWith(item, sumLabels) || endsLabelled(item.line, item.line.numbers.at(-1)?.from ?? 0)) return equal(item.amount, above, count);
    return says(item, taxLabels) && ratesOn(item, style).some((rate) => equal(item.amount, above.times(rate).dividedBy(100), 1));
  });
}

/** The place of the first row that speaks of tax and whose amount is the printed tax, or makes a printed sum of the rows above it. */
export function firstTax(items: readonly TableItem[], { sums, taxes }: Sums): number | undefined {
  return firstWhere(items, ({ item, above, count }) => {
    if (!says(item, taxLabels)) return false;
    const small = item.amount.abs().lessThanOrEqualTo(above.abs().times(maxTaxShare));
    return (
      taxes.some((tax) => tax.equals(item.amount)) ||
      (small && sums.some((sum) => sum.equals(above.plus(item.amount))) && sums.some((sum) => equal(sum, above, count)))
    );
  });
}

/** No tax on sales is more than this share of the price without it. */
const maxTaxShare = decimal('0.3');
/** Each amount may be off by half a hundredth. */
const halfCent = decimal('0.005');

const sumLabels: ReadonlySet<LabelConcept> = new Set(['subtotal', 'total', 'amount_due']);
const taxLabels: ReadonlySet<LabelConcept> = new Set(['tax', 'tax_rate']);

interface SumCandidate {
  readonly item: TableItem;
  /** The sum of the rows above, and how many there are: at least one. */
  readonly above: Decimal;
  readonly count: number;
}

/** Where what is sold speaks of its tax, a row that does is no sum. */
function firstWhere(items: readonly TableItem[], holds: (candidate: SumCandidate) => boolean): number | undefined {
  let above = decimal(0);
  for (const [count, item] of items.entries()) {
    if (count > 0 && !multiplies(item) && holds({ item, above, count })) return count;
    if (says(item, taxLabels)) return undefined;
    above = above.plus(item.amount);
  }
  return undefined;
}

const equal = (a: Decimal, b: Decimal, count: number): boolean =>
  a
    .minus(b)
    .abs()
    .lessThanOrEqualTo(halfCent.times(count + 1));

const says = ({ line }: TableItem, concepts: ReadonlySet<LabelConcept>): boolean =>
  line.phrases.some(({ labels }) => labels.some(({ concept }) => concepts.has(concept)));

/** A sum says so first: a `Tennis net` is none. */
const opensWith = ({ line }: TableItem, concepts: ReadonlySet<LabelConcept>): boolean =>
  line.phrases.some(({ text, labels }) =>
    labels.some(({ concept, start }) => concepts.has(concept) && !/[\p{L}\p{N}]/u.test(text.slice(0, start))),
  );

/** A colon parts a label from its value, after a count of things as well: `Total Qty: 6  106.17`. */
export const endsLabelled = (line: PageLine, to: number): boolean => /[^\d\s]\s*[:：]\s*\d*$/.test(textOf(line, 0, to));

const ratesOn = ({ line }: TableItem, style: NumberStyle | undefined): readonly Decimal[] =>
  line.numbers.filter(({ value }) => value.percent).flatMap(({ text }) => readingsIn(text, style).slice(0, 1));
