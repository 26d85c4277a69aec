import { defaultThreshold } from '../../../../core/contracts/extraction.js';
import { type Engine, parseSchema } from '../../../../core/index.js';
import { readResult } from '../../../../server/cli/audit/result.js';
import { wire } from '../../../../server/index.js';
import { brokenSum, hiddenTotals } from '../../../fixtures/documents.js';
import type { Invoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../../fixtures/sample.js';
import { type WeighedValue, weighingPlot } from './plot.js';

/** What is asked: `asked.json` of the page with the picture. */
export const asked = {
  type: 'object',
  required: ['total'],
  properties: {
    total: { type: 'number', description: 'The amount to pay, tax included' },
    seller: {
      type: 'object',
      properties: { name: { type: 'string' }, vat_id: { type: 'string', description: 'VAT number of the seller' } },
    },
    discount: { type: 'number', description: 'Discount on the whole invoice' },
  },
};

interface WeighingExample {
  readonly title: string;
  readonly invoice: Invoice;
  readonly field: string;
  /** `asked` when absent. */
  readonly schema?: object;
}

const examples: readonly WeighingExample[] = [
  { title: 'One doubt does not sink what all else proves', invoice: sample(), field: '$.seller.vat_id' },
  {
    title: 'Grave doubts do',
    invoice: hiddenTotals(),
    field: '$.currency',
    schema: { type: 'object', properties: { currency: { type: 'string' } } },
  },
  { title: 'Nothing outweighs a veto', invoice: brokenSum(), field: '$.total' },
];

/** The values of the picture, as the shipped reader answers today. */
export async function weighedExamples(engine: Engine): Promise<readonly WeighedValue[]> {
  return Promise.all(
    examples.map(async ({ title, invoice, field, schema = asked }) => {
      const file = { name: 'invoice.pdf', bytes: await invoicePdf(invoice) };
      const outcome = await engine.extract({ file, schema: parseSchema(JSON.stringify(schema)) });
      const entry = readResult(JSON.stringify(wire(outcome, ['evidence']))).entries.find((one) => one.field === field);
      if (!entry) throw new Error(`${field} has not been answered`);
      return { title, entry };
    }),
  );
}

/** `server/docs/pictures/weighing.svg`. */
export const weighingPicture = async (engine: Engine): Promise<string> => weighingPlot(await weighedExamples(engine), defaultThreshold);
