import { type Decimal, decimal } from '../../../../core/index.js';
import type { TableItem } from './item.js';
import { multiplies } from './items.js';
import { isAllowance } from './sum-rows.js';

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

/** The running totals of the amounts. */
function runningTotals(items: readonly TableItem[]): readonly Decimal[] {
  let total = decimal(0);
  return items.map(({ amount }) => {
    total = total.plus(amount);
    return total;
  });
}

/** Each amount may be off by half a cent. */
const halfCent = decimal('0.005');
