import { type Grounded, isUnrefuted } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { currencyNamedBy } from '../../labels/concepts/field-currency.js';
import { currencyNear } from '../../labels/nearby/currency-near.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { canBeCurrency, currencyCodeOf } from '../../print/currency.js';

/**
 * The currency of a document: the one that was read, else the one printed with most of its amounts, for a second one stands with few, else
 * the one that is named beside or over its sums.
 */
export function currencyOf(cells: readonly Grounded[], index: DocumentIndex): string | undefined {
  const read = cells.find((cell) => conceptOf(cell.field) === 'currency' && isUnrefuted(cell))?.value;
  const code = typeof read === 'string' ? currencyCodeOf(read.toUpperCase())?.code : undefined;
  if (code) return code;
  const printed = index.numbers.flatMap((spot) => (spot.currency === undefined ? [] : (currencyCodeOf(spot.currency) ?? [])));
  const times = (one: string): number => printed.filter((found) => canBeCurrency(found, one)).length;
  const [sign] = [...new Set(printed.flatMap((found) => (found.certain ? found.code : [])))].toSorted((a, b) => times(b) - times(a));
  if (sign !== undefined && times(sign) * 2 >= printed.length) return sign;
  const named = cells.flatMap(({ field }) => currencyNamedBy(field) ?? []).find((one) => times(one) * 2 > printed.length);
  return named ?? currencyOfSums(cells, index) ?? sign;
}

const sums: ReadonlySet<string | undefined> = new Set(['total', 'amount_due', 'subtotal']);

function currencyOfSums(cells: readonly Grounded[], index: DocumentIndex): string | undefined {
  const spans = cells.filter((cell) => sums.has(conceptOf(cell.field)) && isUnrefuted(cell)).flatMap((cell) => cell.evidence?.spans ?? []);
  return spans.map((span) => currencyNear(span, index)).find((found) => found?.certain)?.code;
}
