import { ambiguousDate, hiddenTotals } from '../../fixtures/documents.js';
import { buildInvoice, type Invoice } from '../../fixtures/invoice/invoice.js';
import { sample } from '../../fixtures/sample.js';

/** The document and field of a value that the guide shows in the picture `server/docs/pictures/<name>.webp`. */
export interface ScoreExample {
  readonly name: string;
  readonly invoice: Invoice;
  readonly field: string;
}

/** A value of each band, one without evidence, and one from a scan. */
export const scoreExamples: readonly ScoreExample[] = [
  { name: 'very-high', invoice: sample(), field: '$.total' },
  { name: 'high', invoice: ambiguousDate(), field: '$.currency' },
  { name: 'moderate', invoice: ambiguousDate(), field: '$.issue_date' },
  { name: 'low', invoice: sample(), field: '$.seller_tax_id' },
  { name: 'very-low', invoice: hiddenTotals(), field: '$.currency' },
  { name: 'no-proof', invoice: hiddenTotals(), field: '$.total' },
  { name: 'scan', invoice: buildInvoice({ layout: { scan: 'image' } }), field: '$.due_date' },
];
