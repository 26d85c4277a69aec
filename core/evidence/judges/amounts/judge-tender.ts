import { type Decimal, unknown } from '../../../contracts/amount.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { Grounded } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { tenderIn } from '../../labels/receipt.js';
import type { DocumentIndex } from '../../page/document-index.js';

/**
 * Explains a total as the cash handed over less the change given back; three printed amounts then confirm each other, whatever the label.
 * Undefined without change, because then the amount is only printed twice.
 */
export function judgeTender({ field, amount }: Grounded, index: DocumentIndex): string | undefined {
  const concept = conceptOf(field);
  if ((concept !== 'total' && concept !== 'amount_due') || amount === unknown) return undefined;
  const found = cashTendersOf(index).find(({ cash, change }) => cash.minus(change).eq(amount));
  return found && `cash of ${found.cash} less change of ${found.change}`;
}

interface CashTender {
  readonly cash: Decimal;
  readonly change: Decimal;
}

const cashTendersOf = memoizeByObject((index: DocumentIndex): readonly CashTender[] =>
  index.rows.flatMap((row, order) => (tenderIn(row.text) === 'cash' ? cashTenderAt(order, index) : [])),
);

/** The change stands at most this many rows under the cash. */
const maxRowsBelow = 4;

function cashTenderAt(order: number, index: DocumentIndex): readonly CashTender[] {
  const cash = lastAmount(order, index);
  const below = Array.from({ length: maxRowsBelow }, (_, at) => order + at + 1).find(
    (other) => tenderIn(index.rows[other]?.text ?? '') === 'change',
  );
  const change = below === undefined ? undefined : lastAmount(below, index)?.abs();
  return cash && change?.isPositive() && !change.isZero() && change.lt(cash) ? [{ cash, change }] : [];
}

/** The last amount of a row, if it has only one reading. */
function lastAmount(order: number, index: DocumentIndex): Decimal | undefined {
  const [value, ...others] = index.numbersIn(order).findLast(({ decimals }) => decimals === 2)?.readings ?? [];
  return others.length === 0 ? value : undefined;
}
