import { ambiguousDate, brokenSum, taxInclusive } from '../fixtures/documents.js';
import { invoiceDocx } from '../fixtures/docx/invoice-docx.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { invoicePdf } from '../fixtures/pdf/invoice-pdf.js';
import { sample } from '../fixtures/sample.js';
import type { TestFile } from './visit.js';

const pdf = async (name: string, invoice: Parameters<typeof invoicePdf>[0]): Promise<TestFile> => ({
  name,
  bytes: await invoicePdf(invoice),
});

/** The documents that the tests of the page use besides the sample. */
export const documents = {
  docx: async (): Promise<TestFile> => ({ name: 'letter.docx', bytes: await invoiceDocx(sample()) }),
  scan: () => pdf('scan.pdf', buildInvoice({ layout: { scan: 'image' } })),
  manyRows: (rows = 200) =>
    pdf(
      'rows.pdf',
      buildInvoice({
        lines: Array.from({ length: rows }, (_, index) => ({
          description: `Article ${index + 101}`,
          quantity: 1 + (index % 7),
          unitPrice: 2.5 + index,
        })),
      }),
    ),
  brokenSum: () => pdf('broken-sum.pdf', brokenSum()),
  taxInclusive: () => pdf('tax-inclusive.pdf', taxInclusive()),
  ambiguousDate: () => pdf('ambiguous.pdf', ambiguousDate()),
  broken: async (): Promise<TestFile> => ({ name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7\nnothing of a PDF follows') }),
  text: async (): Promise<TestFile> => ({ name: 'notes.pdf', bytes: Buffer.from('just words') }),
  large: async (): Promise<TestFile> => ({ name: 'large.pdf', bytes: Buffer.alloc(11 * 1_048_576, '%PDF-1.7 ') }),
};
