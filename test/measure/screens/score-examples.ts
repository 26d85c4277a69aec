import { hiddenTotals } from '../../fixtures/documents.js';
import type { Invoice } from '../../fixtures/invoice/invoice.js';
import { sample } from '../../fixtures/sample.js';

/** The document and field of a value that the guide shows in the picture `server/docs/pictures/<name>.webp`. */
export interface ScoreExample {
  readonly name: string;
  readonly invoice: Invoice;
  readonly field: string;
}

/** A value with all evidence, one with little, and one without any. */
export const scoreExamples: readonly ScoreExample[] = [
  { name: 'very-high', invoice: sample(), field: '$.total' },
  { name: 'low', invoice: hiddenTotals(), field: '$.currency' },
  { name: 'no-proof', invoice: hiddenTotals(), field: '$.total' },
];
