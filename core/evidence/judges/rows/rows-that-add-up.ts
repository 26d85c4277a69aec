import type { Decimal } from '../../../contracts/amount.js';
import { decimal } from '../../../values/money.js';
import { conceptKind } from '../../labels/concepts/concept-kind.js';
import { labelsIn, markIn } from '../../labels/labels.js';
import { printedUnder } from '../../labels/nearby/values-under.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import { maxEdgeGapPoints, rightOf, type Spot } from '../../page/span.js';

/** The amounts of item rows without a table header, as on receipts, and their sum. */
export interface AmountRun {
  readonly amounts: readonly Spot<Decimal>[];
  readonly sum: Decimal;
}

/** No receipt has more rows; the search for a run is quadratic. */
const maxRunRows = 200;

/** The longest run of adjacent amounts in one column that adds up to a sum named on the page. Rows labelled as sums are left out. */
export function rowsThatAddUp(index: DocumentIndex): AmountRun | undefined {
  const rows = index.rows.flatMap((_, order) => amountOf(order, index) ?? []).slice(0, maxRunRows);
  const [longest] = rows
    .flatMap((_, from) => runsFrom(rows, from))
    .filter(({ sum }) => isNamedSum(sum, index))
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  return longest && { amounts: rows.slice(longest.from, longest.to), sum: longest.sum };
}

/** Whether the page prints an amount under the label of a sum of the document. */
export const isNamedSum = (sum: Decimal, index: DocumentIndex): boolean =>
  (['subtotal', 'total', 'amount_due'] as const).some((concept) => printedUnder(concept, index).some(({ amount }) => amount.eq(sum)));

/** The last number of a row, if it is an amount beside words. */
function amountOf(order: number, index: DocumentIndex): Spot<Decimal> | undefined {
  const last = index.numbersIn(order).at(-1);
  if (!last || last.percent || last.decimals === 0 || isSumRow(last.row)) return undefined;
  const words = last.row.words.slice(0, last.from).map(({ text }) => text);
  return /\p{L}{2}/u.test(words.join(' ')) ? last : undefined;
}

interface RunBounds {
  readonly from: number;
  readonly to: number;
  readonly sum: Decimal;
}

/** All runs of at least two rows that start with the given one and stay in its column and on its page. */
function runsFrom(rows: readonly Spot<Decimal>[], from: number): readonly RunBounds[] {
  const [first, ...below] = rows.slice(from);
  if (!first) return [];
  const end = below.findIndex((spot) => spot.row.page !== first.row.page || Math.abs(rightOf(spot) - rightOf(first)) > maxEdgeGapPoints);
  let sum = first.readings[0] ?? decimal(0);
  return below.slice(0, end < 0 ? undefined : end).map((spot, at) => {
    sum = sum.plus(spot.readings[0] ?? 0);
    return { from, to: from + at + 2, sum };
  });
}

/** Whether the label of a row says that it prints a sum; such a row is never an item. */
export const isSumRow = ({ text }: Row): boolean =>
  markIn(text) === 'carry-over' || labelsIn(text).some((match) => match.concept !== 'own' && conceptKind(match.concept) === 'amount');
