import type { Check } from '../../contracts/check.js';
import { decimal, unknown } from '../../money.js';
import { arrayName } from '../check-name.js';
import { type Grounded, takesPart } from '../grounded.js';
import { conceptOf } from '../labels/concepts.js';
import type { DocumentIndex } from '../page/document-index.js';

/** One amount is always printed; two or more come to a printed amount only where they are all that was meant. */
const fewest = 2;

/**
 * The arrays of failed sums whose rows come to an amount that is printed below them, though it is not the one they were held against: the
 * value of the goods before a discount or freight that was not read. Then the rows are right, and what stands under them differs.
 * Lines that come to the total are none: they may include the tax.
 */
export function arraysSummedInPrint(checks: readonly Check[], cells: readonly Grounded[], index: DocumentIndex): ReadonlySet<string> {
  const failed = checks.filter((check) => check.status === 'FAILED');
  const totals = cells.filter((cell) => conceptOf(cell.field) === 'total' || conceptOf(cell.field) === 'amount_due');
  return new Set(
    failed.flatMap((check) => {
      const lines = cells.filter((cell) => arrayName(cell.path) !== undefined && takesPart(cell, check));
      const sum = lines.reduce((all, { amount }) => (amount === unknown ? all : all.plus(amount)), decimal(0));
      const isTotal = totals.some(({ amount }) => amount !== unknown && amount.eq(sum));
      const last = Math.max(...lines.flatMap(({ evidence }) => evidence?.spans.map(({ order }) => order) ?? []));
      const printed = index.amountsAt(sum).some((spot) => spot.order > last && spot.decimals > 0 && !spot.percent);
      const complete = lines.length >= fewest && lines.every(({ amount }) => amount !== unknown);
      return complete && printed && !isTotal ? [arrayName(lines[0]?.path ?? '') ?? ''] : [];
    }),
  );
}
