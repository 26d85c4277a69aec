import { afterAll, describe, expect, it } from 'vitest';
import { startLlmServer } from '../../../fakes/llm-server.js';
import { buildInvoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { readingOf, schemaOf } from '../../../specification/reading.js';
import { openService } from '../../../specification/service.js';
import { mistralProvider } from './provider-settings.js';

const mistral = await startLlmServer({ check: mistralProvider.check });
afterAll(() => mistral.close());
const service = await openService({
  tiers: [{ use: 'mistral', model: 'mistral-test', base_url: `${mistral.url}/v1`, api_key: 'sk-secret' }],
});

const invoice = buildInvoice();
const file = await invoicePdf(invoice);
const names = ['invoice_number', 'seller_name', 'subtotal', 'tax', 'total'] as const;
const schema = schemaOf('invoice_number!', 'seller_name', 'subtotal', 'tax', 'total!');

describe('a provider that takes pictures', () => {
  it('reads over HTTP what is drawn of each page, on evidence that the server has checked', async () => {
    mistral.answer(mistralProvider.reply(readingOf(invoice, ...names)));
    const { status, body } = await service.extract({ file, schema });
    expect(status).toBe(200);
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', subtotal: 542, tax: 108.4, total: 650.4 });
    expect(body.metadata).toMatchObject({ credits: 1 });
    expect(mistral.violations).toEqual([]);
    expect(mistral.requests).toHaveLength(1);
    expect(picturesIn(mistral.requests[0]?.body)).toEqual([1_100]);
  });
});

/** How many dots wide the pictures of a request are, by the header of each PNG. */
function picturesIn(body: unknown): readonly number[] {
  const urls = JSON.stringify(body).match(/data:image\/png;base64,[A-Za-z0-9+/=]+/g) ?? [];
  return urls.map((url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').readUInt32BE(16));
}
