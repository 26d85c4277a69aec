import { unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Grounded } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { labelsIn, markIn } from '../../labels/labels.js';
import { squash } from '../../print/normalise.js';
import { cap } from '../../scoring/caps.js';
import type { PlacedItem } from './place-items.js';

/** Doubts an item whose text is little more than the label of a sum or of a carry-over, and that has neither quantity nor unit price. */
export function judgeSumRow({ cells }: PlacedItem): Cap | undefined {
  if (cells.some((cell) => cell.amount !== unknown && is(cell, ['line_quantity', 'line_unit_price']))) return undefined;
  const text = String(cells.find((cell) => is(cell, ['line_description']))?.value ?? '');
  return isLabelOfSum(text) ? cap('label.sumRow', `Row conflict: "${text}" is the label of a sum, not an item`) : undefined;
}

/** Sums that a reader may take for items. Charges and discounts are left out, because they may be items. */
const sums = new Set<string>(['subtotal', 'tax', 'total', 'amount_due']);

/** This much of a text without its digits must be labels: `Total EUR` is one, `Total station rental` is none. */
const minLabelShare = 0.6;

function isLabelOfSum(text: string): boolean {
  if (markIn(text) === 'carry-over') return true;
  const labels = labelsIn(text).filter(({ concept }) => sums.has(concept));
  const labelled = labels.reduce((length, { from, to }) => length + to - from, 0);
  return labelled > 0 && labelled >= minLabelShare * squash(text.replace(/\d/g, '')).length;
}

const is = ({ field }: Grounded, concepts: readonly Concept[]): boolean => concepts.includes(conceptOf(field) as Concept);
