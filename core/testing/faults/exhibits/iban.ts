import type { DocumentIndex } from '../../../evidence/page/document-index.js';
import { ibanHolds, squash } from '../../../text.js';
import type { FaultMark } from './sheet.js';

/** The only IBAN of a document, recognized by its check digits; undefined when there is none or more than one. */
export function readIban(index: DocumentIndex): FaultMark | undefined {
  const found = index.rows.flatMap((row, order) =>
    row.words.flatMap((_, from) => {
      for (let to = Math.min(row.words.length, from + mostGroups); to > from; to -= 1) {
        const text = row.words
          .slice(from, to)
          .map((word) => word.text)
          .join(' ');
        if (/^[A-Z]{2}\d{2}[A-Z0-9 ]+$/.test(text) && ibanHolds(text)) {
          return [{ value: text, quote: row.text, page: row.page, place: { row, order, from, to } }];
        }
      }
      return [];
    }),
  );
  const distinct = new Map(found.map((mark) => [squash(mark.value), mark]));
  return distinct.size === 1 ? [...distinct.values()][0] : undefined;
}

/** An IBAN has up to 34 characters, printed in groups of four. */
const mostGroups = 9;
