import { type Grounded, isUnrefuted } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { currencyNear } from '../../labels/nearby/currency-near.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { currencyCodeOf } from '../../print/currency.js';

/**
 * The currency of a document: the one that was read, else the first unambiguous sign printed with an amount, else the one that is named
 * beside or over its sums.
 */
export function currencyOf(cells: readonly Grounded[], index: DocumentIndex): string | undefined {
  const read = cells.find((cell) => conceptOf(cell.field) === 'currency' && isUnrefuted(cell))?.value;
  const code = typeof read === 'string' ? currencyCodeOf(read.toUpperCase())?.code : undefined;
  if (code) return code;
  const printed = index.numbers.flatMap((spot) => (spot.currency === undefined ? [] : [currencyCodeOf(spot.currency)]));
  const sign = printed.find((found) => found?.certain)?.code;
  return sign ?? currencyOfSums(cells, index);
}

const sums: ReadonlySet<string | undefined> = new Set(['total', 'amount_due', 'subtotal']);

function currencyOfSums(cells: readonly Grounded[], index: DocumentIndex): string | undefined {
  const spans = cells.filter((cell) => sums.has(conceptOf(cell.field)) && isUnrefuted(cell)).flatMap((cell) => cell.evidence?.spans ?? []);
  return spans.map((span) => currencyNear(span, index)).find((found) => found?.certain)?.code;
}
