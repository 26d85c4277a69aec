import type { DocumentIndex } from '../page/document-index.js';
import { tenderIn } from './tender.js';

const known = new WeakMap<DocumentIndex, boolean>();

/** Whether a document is the receipt of a till: it says how it was paid, with an amount beside it. */
export function isReceipt(index: DocumentIndex): boolean {
  const made = known.get(index) ?? index.rows.some(({ text }, order) => tenderIn(text) !== undefined && index.numbersIn(order).length > 0);
  known.set(index, made);
  return made;
}
