import type { Decimal } from '../../money.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Concept } from './concepts.js';
import { labelsBeside } from './label-beside.js';
import { nearLabel } from './label-rows.js';

export interface PrintedAmount {
  readonly amount: Decimal;
  readonly label: string;
}

const known = new WeakMap<DocumentIndex, ReadonlyMap<string, readonly PrintedAmount[]>>();

/** Amounts that stand under a label of a concept, rates left out, equal ones once. */
export function printedUnder(concept: Concept, index: DocumentIndex): readonly PrintedAmount[] {
  const all = known.get(index) ?? labelledAmounts(index);
  known.set(index, all);
  return all.get(concept) ?? [];
}

function labelledAmounts(index: DocumentIndex): ReadonlyMap<string, readonly PrintedAmount[]> {
  const near = nearLabel(index);
  const found = index.numbers.flatMap((spot) => {
    const [amount] = spot.readings;
    if (!amount || spot.percent || amount.isZero() || !near(spot.order)) return [];
    return labelsBeside(spot, index).labels.map(({ concept, label }) => ({ concept, amount, label }));
  });
  const distinct = new Map(found.map((printed) => [`${printed.concept} ${printed.amount}`, printed]));
  return Map.groupBy(distinct.values(), (printed) => printed.concept);
}
