import { memoizeByObject } from '../../values/memoize.js';
import type { DocumentIndex } from '../page/document-index.js';
import { tenderIn } from './tender.js';

/** Whether a document is the receipt of a till: it says how it was paid, with an amount beside it. */
export const isReceipt = memoizeByObject((index: DocumentIndex): boolean =>
  index.rows.some(({ text }, order) => tenderIn(text) !== undefined && index.numbersIn(order).length > 0),
);
