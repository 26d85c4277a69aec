import { decimal } from '../../../index.js';
import { type FaultExhibit, truthAt } from '../exhibits/exhibit.js';
import { canMean } from '../exhibits/same-value.js';
import type { FaultLeaf } from '../exhibits/sheet.js';
import type { Random } from '../random.js';
import { altered, isAmount, leafFault, numberLeaves, requoted, swappedDigits } from './leaves.js';

const swapped = (exhibit: FaultExhibit, leaf: FaultLeaf, random: Random): string | undefined =>
  swappedDigits(leaf.mark.value ?? '', random, (text) => isAmount(text) && !canMean(exhibit, leaf, text));

/** Faults of one amount: each sum of a document and one number of its rows is misread separately. */
const amountFault = leafFault(numberLeaves);

export const digitSwapTrueQuote = amountFault(1, 'digit swap, true quote', (exhibit, leaf, random) => {
  const value = swapped(exhibit, leaf, random);
  return value === undefined ? undefined : altered(leaf.mark, value);
});

export const digitSwapQuoteToo = amountFault(2, 'digit swap, quote too', (exhibit, leaf, random) => {
  const value = swapped(exhibit, leaf, random);
  return value === undefined ? undefined : requoted(leaf.mark, value);
});

export const decimalShift = amountFault(3, 'decimal shift', (exhibit, leaf) => {
  const truth = amountOf(exhibit, leaf);
  if (!truth || truth.isZero()) return undefined;
  const tenfold = truth.times(10);
  const text = tenfold.toFixed(Math.max(tenfold.decimalPlaces(), 2)).replace('.', exhibit.index.style?.decimal ?? '.');
  return altered(leaf.mark, text);
});

export const signFlip = amountFault(4, 'sign flip', (exhibit, leaf) =>
  amountOf(exhibit, leaf)?.gt(0) ? altered(leaf.mark, `-${leaf.mark.value}`) : undefined,
);

export const anotherRealAmount = amountFault(5, 'another real amount', (exhibit, leaf, random) => {
  const others = exhibit.index.numbers.filter((spot) => spot.decimals > 0 && !spot.percent && !canMean(exhibit, leaf, spot.text));
  const spot = random.pick(others);
  return spot && { value: spot.text, quote: spot.row.text, page: spot.row.page, place: spot };
});

function amountOf(exhibit: FaultExhibit, { path }: FaultLeaf) {
  const truth = truthAt(exhibit, path);
  return truth === undefined ? undefined : decimal(truth);
}
