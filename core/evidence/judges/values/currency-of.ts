import { type Grounded, isUnrefuted } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { currencyCodeOf } from '../../print/currency.js';

/** The currency of a document: the one that was read, else the first unambiguous sign printed beside an amount. */
export function currencyOf(cells: readonly Grounded[], index: DocumentIndex): string | undefined {
  const read = cells.find((cell) => conceptOf(cell.field) === 'currency' && isUnrefuted(cell))?.value;
  const code = typeof read === 'string' ? currencyCodeOf(read.toUpperCase())?.code : undefined;
  if (code) return code;
  const printed = index.numbers.flatMap((spot) => (spot.currency === undefined ? [] : [currencyCodeOf(spot.currency)]));
  return printed.find((found) => found?.certain)?.code;
}
