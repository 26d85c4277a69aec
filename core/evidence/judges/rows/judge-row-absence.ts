import type { Cap } from '../../../contracts/draft.js';
import { type Decimal, unknown } from '../../../values/money.js';
import type { Grounded } from '../../grounded.js';
import { type Concept, conceptOf } from '../../labels/concepts/concepts.js';
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
 * A quantity or price that nobody read, though a number that no other cell of the item has stands in its line under its header, or makes the
 * amount with the other factor. Undefined where nothing speaks against the null.
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

/** The numbers in the line of an item, without one for each of its cells and without what opens the line, which counts the items. */
function unclaimed({ cells, line }: PlacedItem, index: DocumentIndex): readonly Spot<Decimal>[] {
  const left = index.numbersIn(line).filter((spot) => !spot.percent && spot.from > 0);
  for (const { amount } of cells) {
    const taken = amount === unknown ? -1 : left.findLastIndex((spot) => spot.readings.some((reading) => reading.eq(amount)));
    if (taken >= 0) left.splice(taken, 1);
  }
  return left;
}

/** Under the header and not only nearest to it: a number in a long description may be. */
function isUnder(concept: FactorConcept, spot: Spot<Decimal>, index: DocumentIndex): boolean {
  const header = headerOver(spot, index);
  if (!header || columnIn(header.text) !== concept) return false;
  const { x, width } = boxAround(spot.row.words.slice(spot.from, spot.to));
  return x < header.box.x + header.box.width + headerSlackPoints && x + width > header.box.x - headerSlackPoints;
}

/** How far beside a header its values may stand, in points. */
const headerSlackPoints = 15;

function makesAmount(spot: Spot<Decimal>, concept: FactorConcept, { cells }: PlacedItem): boolean {
  const amountOf = (wanted: Concept) => cells.find(({ field }) => conceptOf(field) === wanted)?.amount ?? unknown;
  const amount = amountOf('line_amount');
  const factor = amountOf(concept === 'line_quantity' ? 'line_unit_price' : 'line_quantity');
  return amount !== unknown && factor !== unknown && spot.readings.some((reading) => reading.times(factor).eq(amount));
}
