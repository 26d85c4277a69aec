import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Grounded } from '../../grounded.js';
import { taxPartOf } from '../../labels/tax-parts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Spot } from '../../page/span.js';
import { cap } from '../../scoring/caps.js';
import type { PlacedItem } from './place-items.js';

/**
 * Doubts a null in a row of taxes whose line prints what none of its cells has: a percentage for the rate; an amount for the base, the tax or their
 * sum. A line of taxes prints nothing else, so that this needs no header and no other rows.
 */
export function judgeTaxRowAbsence({ value, field }: Grounded, item: PlacedItem, index: DocumentIndex): Cap | undefined {
  const part = value === null ? taxPartOf(field) : undefined;
  if (part === undefined) return undefined;
  const found = unclaimed(item, index).find((spot) => (part === 'rate' ? spot.percent : !spot.percent && spot.decimals > 0));
  return found && cap('absence.valuePrinted', `Not present: but "${found.text}" stands in its line`);
}

function unclaimed({ cells, line }: PlacedItem, index: DocumentIndex): readonly Spot<Decimal>[] {
  const printed = index.numbersIn(line);
  const claimed = new Set(cells.flatMap((cell) => claimedBy(cell, printed)));
  return printed.filter((spot) => !claimed.has(spot));
}

/** A rate is its percentage, even where the tax is as great: `20 %  20.00`. It may be printed without a sign. */
function claimedBy({ amount, field }: Grounded, printed: readonly Spot<Decimal>[]): readonly Spot<Decimal>[] {
  const equal = amount === unknown ? [] : printed.filter(({ readings }) => readings.some((reading) => reading.eq(amount)));
  const fitting = equal.filter(({ percent }) => percent === (taxPartOf(field) === 'rate'));
  return fitting.length > 0 ? fitting : equal;
}
