import { memoizeByObject } from '../../../values/memoize.js';
import type { Decimal } from '../../../values/money.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Concept } from '../concepts/concepts.js';
import { labelsBeside } from './label-beside.js';
import { nearLabel } from './label-rows.js';

export interface PrintedAmount {
  readonly amount: Decimal;
  readonly label: string;
}

/** Amounts that stand under a label of a concept, rates left out, equal ones once. */
export const printedUnder = (concept: Concept, index: DocumentIndex): readonly PrintedAmount[] => labelledAmounts(index).get(concept) ?? [];

const labelledAmounts = memoizeByObject((index: DocumentIndex): ReadonlyMap<string, readonly PrintedAmount[]> => {
  const near = nearLabel(index);
  const found = index.numbers.flatMap((spot) => {
    const [amount] = spot.readings;
    if (!amount || spot.percent || amount.isZero() || !near(spot.order)) return [];
    return labelsBeside(spot, index).labels.map(({ concept, label }) => ({ concept, amount, label }));
  });
  const distinct = new Map(found.map((printed) => [`${printed.concept} ${printed.amount}`, printed]));
  return Map.groupBy(distinct.values(), (printed) => printed.concept);
});
