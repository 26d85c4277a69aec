import { unknown } from '../../contracts/amount.js';
import type { Grounded } from '../grounded.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { columnIn } from '../labels/labels.js';
import type { DocumentIndex } from '../page/document-index.js';
import { headerOver } from '../page/surroundings.js';
import { cap, classOf, reasonText } from '../scoring/caps.js';

/**
 * Doubts a row's amount where the row prints another one under a second amount header, such as `Taxable value` and `Total amount`. A sum or
 * quantity × price shows which one is meant; without either, nothing does.
 */
export function judgeAmountColumns(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  return cells.map((cell) => {
    const checked = cell.caps.some((given) => classOf(given) === 'arithmetic');
    const rival = checked || conceptOf(cell.field) !== 'line_amount' ? undefined : rivalOf(cell, index);
    return rival ? { ...cell, caps: [...cell.caps, cap('uniqueness.several', `${reasonText.multiple}: ${rival}`)] } : cell;
  });
}

/** Describes another amount in the same row of the page that stands under a different amount header. */
function rivalOf({ amount, evidence }: Grounded, index: DocumentIndex): string | undefined {
  const place = evidence?.spans.at(-1);
  const own = place && headerOver(place, index);
  if (amount === unknown || !own) return undefined;
  for (const spot of index.numbersIn(place.order).filter(({ percent }) => !percent)) {
    const header = headerOver(spot, index);
    const isOther = spot.decimals >= amount.decimalPlaces() && !spot.readings.some((reading) => reading.eq(amount));
    if (isOther && header && header.text !== own.text && columnIn(header.text) === 'line_amount')
      return `${amount} under "${own.text}" and ${spot.text} under "${header.text}"`;
  }
  return undefined;
}
