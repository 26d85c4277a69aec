import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Grounded } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { columnIn } from '../../labels/labels.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { boxAround } from '../../page/page-index.js';
import type { Spot } from '../../page/span.js';
import { headerOver } from '../../page/table-columns.js';
import { cap } from '../../scoring/caps.js';
import type { PlacedItem } from './place-items.js';

const factorConcepts = ['line_quantity', 'line_unit_price'] as const satisfies readonly Concept[];
type FactorConcept = (typeof factorConcepts)[number];

/**
 * Doubts a null quantity or price when an unclaimed number in the item's row stands under its header, or gives the amount with the other
 * factor. Undefined if nothing speaks against the null.
 */
export function judgeRowAbsence(cell: Grounded, item: PlacedItem, index: DocumentIndex): Cap | undefined {
  const concept = factorConcepts.find((factor) => factor === conceptOf(cell.field));
  if (cell.value !== null || !concept) return undefined;
  const free = unclaimed(item, index);
  const headed = free.find((spot) => isUnder(concept, spot, index));
  if (headed)
    return cap('absence.labelPrinted', `Not present: but ${headed.text} stands in its line, under "${headerOver(headed, index)?.text}"`);
  const factor = free.find((spot) => makesAmount(spot, concept, item));
  return factor && cap('absence.labelPrinted', `Not present: but ${factor.text} stands in its line, and the amount is its product`);
}

/** The numbers in an item's row without those of its cells, and without the one that opens the row, which is a position number. */
function unclaimed({ cells, line }: PlacedItem, index: DocumentIndex): readonly Spot<Decimal>[] {
  const left = index.numbersIn(line).filter((spot) => !spot.percent && spot.from > 0);
  for (const { amount } of cells) {
    const taken = amount === unknown ? -1 : left.findLastIndex((spot) => spot.readings.some((reading) => reading.eq(amount)));
    if (taken >= 0) left.splice(taken, 1);
  }
  return left;
}

/** The number must overlap the header; the nearest header alone could also match a number inside a long description. */
function isUnder(concept: FactorConcept, spot: Spot<Decimal>, index: DocumentIndex): boolean {
  const header = headerOver(spot, index);
  if (!header || columnIn(header.text) !== concept) return false;
  const { x, width } = boxAround(spot.row.words.slice(spot.from, spot.to));
  return x < header.box.x + header.box.width + headerSlackPoints && x + width > header.box.x - headerSlackPoints;
}

/** A value may stand this far beside its header, in points. */
const headerSlackPoints = 15;

function makesAmount(spot: Spot<Decimal>, concept: FactorConcept, { cells }: PlacedItem): boolean {
  const amountOf = (wanted: Concept) => cells.find(({ field }) => conceptOf(field) === wanted)?.amount ?? unknown;
  const amount = amountOf('line_amount');
  const factor = amountOf(concept === 'line_quantity' ? 'line_unit_price' : 'line_quantity');
  return amount !== unknown && factor !== unknown && spot.readings.some((reading) => reading.times(factor).eq(amount));
}
