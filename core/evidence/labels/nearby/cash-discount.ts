import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/span.js';
import { fold } from '../../print/normalise.js';

/** A discount for early payment, in the languages of the lexicon. Source: EN 16931 BT-20, national terms of payment. */
const cashDiscount =
  /skont|cash discount|prompt payment|early payment|settlement discount|escompte|sconto (?:cassa|per pagamento)|pronto pag|betalingskorting|kontantrabat|kassa-alennus/;

/** Whether a date ends the time for a cash discount, not that for the whole amount: `2 % Skonto bis 15.03.2025, netto bis 04.04.2025`. */
export function isOfCashDiscount({ row, order, from, to }: Span, index: DocumentIndex): boolean {
  const previous = index
    .datesIn(order)
    .map((date) => date.to)
    .filter((end) => end <= from && end < to);
  const clause = row.words
    .slice(Math.max(0, ...previous), from)
    .map(({ text }) => text)
    .join(' ');
  return cashDiscount.test(fold(clause));
}
