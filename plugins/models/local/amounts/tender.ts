import type { Decimal } from '../../../../core/index.js';
import { tenderIn } from '../../../../core/internal.js';
import type { NumberStyle } from '../../../../core/text.js';
import { type Line, type Sheet, textOf } from '../page/layout.js';
import { amountsOn } from './amounts.js';

/** What a till was paid. */
export interface Tendered {
  readonly value: Decimal;
  /** Whether change was given, so that three amounts hold one another; else the payment is the same amount once more. */
  readonly changed: boolean;
  /** The numbers of the rows that say so: their amounts are no sums. */
  readonly lines: ReadonlySet<number>;
}

/** The payment that a till prints: the cash less the change, else what was paid by card or in cash. */
export function tendered(sheet: Sheet, style: NumberStyle | undefined): Tendered | undefined {
  const rows = sheet.lines.flatMap((line) => {
    const [tender, amount] = [tenderIn(textOf(line, 0, line.words.length)), amountsOn(line, style).at(-1)];
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

const isUnder = (line: Line, { number, page }: Line): boolean =>
  line.page === page && line.number > number && line.number <= number + REACH;
const REACH = 4;
