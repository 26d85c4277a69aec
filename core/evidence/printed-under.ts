import type { Decimal } from '../money.js';
import type { Concept } from './concepts.js';
import type { DocumentIndex } from './document-index.js';
import { labelsBeside } from './label-beside.js';
import { labelIn } from './labels.js';

export interface PrintedAmount {
  readonly amount: Decimal;
  readonly label: string;
}

/** Amounts that stand under a label of a concept, rates left out, equal ones once. */
export function printedUnder(concept: Concept, index: DocumentIndex): readonly PrintedAmount[] {
  const found = index.numbers.flatMap((spot) => {
    const [amount] = spot.readings;
    if (!amount || spot.percent || amount.isZero() || labelIn(spot.row.text) === undefined) return [];
    const match = labelsBeside(spot, index).labels.find((label) => label.concept === concept);
    return match ? [{ amount, label: match.label }] : [];
  });
  return [...new Map(found.map((printed) => [printed.amount.toString(), printed])).values()];
}
