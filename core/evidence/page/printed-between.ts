import type { Decimal } from '../../contracts/amount.js';
import type { DocumentIndex } from './document-index.js';
import { maxEdgeGapPoints, rightOf, type Spot } from './page-index.js';

/** Only the first places of an amount are tried. */
const maxPlaces = 20;
/** A summary has no more steps than this between two sums. */
const maxSteps = 8;

/**
 * The amounts printed between two amounts that lead exactly from one to the other: side by side in a row, or in a column
 * (`457.20  -11.21  3.00  448.99`). Rows of items do not count, because a missing row would look like a step. Undefined if there are none.
 */
export function printedBetween(
  from: Decimal,
  to: Decimal,
  index: DocumentIndex,
  isItem: (order: number) => boolean,
): readonly Spot<Decimal>[] | undefined {
  for (const end of index.amountsAt(to).slice(0, maxPlaces)) {
    const starts = index.amountsAt(from, end.row.page).filter(({ order }) => !isItem(order));
    for (const start of starts.slice(0, maxPlaces)) {
      const steps = withoutSums(from, start.order === end.order ? beside(start, end, index) : under(start, end, index));
      if (steps.length > 0 && steps.length <= maxSteps && !steps.some(({ order }) => isItem(order)) && addUp(from, steps, to)) return steps;
    }
  }
  return undefined;
}

/** Steps without the sums on the way, such as what was to be paid before it was rounded: each repeats what the steps before it come to. */
function withoutSums(from: Decimal, amounts: readonly Spot<Decimal>[]): readonly Spot<Decimal>[] {
  let sum = from;
  return amounts.filter(({ readings: [amount] }, at) => {
    if (at > 0 && amount?.eq(sum)) return false;
    sum = amount ? sum.plus(amount) : sum;
    return true;
  });
}

const addUp = (from: Decimal, steps: readonly Spot<Decimal>[], to: Decimal): boolean =>
  steps.reduce((sum, { readings: [amount] }) => (amount ? sum.plus(amount) : sum), from).eq(to);

const isAmount = (spot: Spot<Decimal>): boolean => !spot.percent && spot.decimals > 0;

const beside = (start: Spot<Decimal>, end: Spot<Decimal>, index: DocumentIndex): readonly Spot<Decimal>[] =>
  index.numbersIn(start.order).filter((spot) => isAmount(spot) && spot.from >= start.to && spot.to <= end.from);

/**
 * The amounts in the column of both, row by row; a row of the summary may have a rate beside its amount. Where rows end wherever their words
 * do, as on receipts, the last amount of each.
 */
function under(start: Spot<Decimal>, end: Spot<Decimal>, index: DocumentIndex): readonly Spot<Decimal>[] {
  const isColumn = isInColumn(start, end);
  if (start.order > end.order || !(isColumn || (endsRow(start) && endsRow(end)))) return [];
  const isStep = (spot: Spot<Decimal>): boolean => isAmount(spot) && (isColumn ? isInColumn(spot, end) : endsRow(spot));
  return index.rows.slice(start.order + 1, end.order).flatMap((_, offset) => index.numbersIn(start.order + 1 + offset).filter(isStep));
}

const endsRow = ({ row, to }: Spot<Decimal>): boolean => to === row.words.length;

const isInColumn = (a: Spot<Decimal>, b: Spot<Decimal>): boolean => Math.abs(rightOf(a) - rightOf(b)) <= maxEdgeGapPoints;
