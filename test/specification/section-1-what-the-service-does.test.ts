import { afterAll, describe, expect, it } from 'vitest';
import { openaiReply, startLlmServer } from '../fakes/llm-server.js';
import { twoPages } from '../fixtures/documents.js';
import { invoiceDocx } from '../fixtures/docx/invoice-docx.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { about, but } from './reading.js';
import { key, openService, unusedAddress } from './service.js';

const service = await openService();
const invoice = buildInvoice();
const asked = await about(invoice, 'invoice_number!', 'total!');
const { file: pdf, schema, reading } = asked;
const docx = await invoiceDocx(invoice);

describe('1. What the service does', () => {
  it('accepts one document per request, together with a JSON Schema string that describes the data to extract', async () => {
    const { status, body } = await service.extract({ ...asked, schema: JSON.stringify(schema) });
    expect(status).toBe(200);
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4 });
  });

  it('does not accept two documents in one request', async () => {
    const form = new FormData();
    form.set('output_schema', JSON.stringify(schema));
    for (const name of ['one.pdf', 'two.pdf']) form.append('file', new Blob([Buffer.from(pdf)]), name);
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': unusedAddress() };
    const { status, body } = await service.send('/v1/extract', { method: 'POST', body: form, headers });
    expect([status, body.detail]).toEqual([400, 'file was sent more than once']);
  });

  it('returns JSON that matches the schema', async () => {
    const { body } = await service.extract(await about(invoice, 'line_items', 'total', 'issue_date', 'invoice_number'));
    const { _meta, ...data } = body.object;
    expect(JSON.stringify(data)).toBe(
      JSON.stringify({
        line_items: [
          { description: 'Oak shelf, 80 cm', quantity: 4, unit_price: 64.5, amount: 258 },
          { description: 'Steel bracket', quantity: 16, unit_price: 7.25, amount: 116 },
          { description: 'Fitting on site', quantity: 3.5, unit_price: 48, amount: 168 },
        ],
        total: 650.4,
        issue_date: '2025-03-18',
        invoice_number: 'AF-2025-0318',
      }),
    );
  });

  it('injects a _meta object into that JSON with an overall confidence score, per-field confidence with evidence, and a list of issues', async () => {
    const { body } = await service.extract(asked);
    expect(body.object._meta).toEqual({
      confidence_score: 0.95,
      field_confidence: [
        {
          field: '$.invoice_number',
          score: 0.95,
          reason: 'Exact match: quote on page 1, label "Invoice number"',
          page: 1,
          text: 'Invoice number AF-2025-0318',
        },
        {
          field: '$.total',
          score: 0.98,
          reason: 'Exact match: quote on page 1, label "Total", HORIZONTAL_SUM of total, subtotal, tax holds',
          page: 1,
          text: 'Total £650.40',
        },
      ],
      issues: [],
    });
  });

  const nullNumber = but(reading, { path: '$.invoice_number', value: null });

  it('runs extraction in two tiers; Tier 2 is the more expensive one', async () => {
    const first = await service.extract(asked);
    const both = await service.extract({ ...asked, reading: nullNumber, second: reading });
    expect([first.body.metadata.credits, both.body.metadata.credits]).toEqual([1, 3]);
  });

  it('triggers the fallback when any field listed in required is null', async () => {
    const { body } = await service.extract({ ...asked, reading: nullNumber, second: reading });
    expect(body.metadata.fallback_triggered).toBe(true);
    expect(body.object.invoice_number).toBe('AF-2025-0318');
  });

  it('triggers the fallback when any field listed in required has a confidence below confidence_threshold', async () => {
    const unsure = reading.map((cell) => ({ ...cell, confidence: 'unsure' as const }));
    const { body } = await service.extract({ ...asked, reading: unsure, second: reading });
    expect(body.metadata).toMatchObject({ fallback_triggered: true, confidence_score: 0.95 });
  });

  it('re-runs the extraction with Tier 2: the whole document, not the field in doubt alone', async () => {
    const other = { path: '$.total', value: '£542.00', quote: 'Subtotal £542.00', confidence: 'guess' } as const;
    const { body } = await service.extract({ ...asked, reading: but(nullNumber, other), second: reading });
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4 });
  });

  it('has no silent errors: what is accepted carries evidence, and what is not says why', async () => {
    const wrong = { path: '$.total', value: '£1,650.40', quote: 'Total £1,650.40' };
    const { body } = await service.extract({ ...asked, reading: but(reading, wrong) });
    expect(body.object._meta.confidence_score).toBeLessThan(0.3);
    expect(body.object._meta.field_confidence[1]).toEqual({
      field: '$.total',
      score: body.object._meta.confidence_score,
      reason: 'Not found on the page: neither the quoted words nor the value are printed',
    });
    expect(body.object._meta.issues).toContain('$.total: Not found on the page: neither the quoted words nor the value are printed');
  });

  it('has no silent errors: a document that cannot be read is an explicit failure with its reason', async () => {
    const { status, body } = await service.extract({ file: Buffer.from('%PDF-1.7\nnothing more'), schema });
    expect([status, body.object, body.error.code]).toEqual([200, null, 'EXTRACTION_FAILED']);
    expect(body.error.message).toBe('PDF could not be read: it is unreadable, its structure is damaged or not that of its format');
  });

  it('checks totals against subtotal plus tax, and line-item sums', async () => {
    const { body } = await service.extract({ ...(await about(invoice, 'subtotal', 'tax', 'total', 'line_items')), verify: true });
    expect(body.verification.checks_run).toEqual([
      {
        type: 'HORIZONTAL_SUM',
        status: 'PASSED',
        fields: ['total', 'subtotal', 'tax'],
        passed: true,
        delta: 0,
        expected: 650.4,
        actual: 650.4,
      },
      { type: 'VERTICAL_SUM', status: 'PASSED', fields: ['subtotal', 'line_items'], passed: true, delta: 0, expected: 542, actual: 542 },
    ]);
  });

  it('does a shadow extraction for single-field verification', async () => {
    const { body } = await service.extract({ ...(await about(invoice, 'total')), verify: true });
    expect(Object.keys(body.object)).toEqual(['total', '_meta']);
    expect(body.object._meta.field_confidence.map((entry: { readonly field: string }) => entry.field)).toEqual(['$.total']);
    expect(body.verification.checks_run).toEqual([
      expect.objectContaining({ type: 'HORIZONTAL_SUM', status: 'PASSED', fields: ['total', 'subtotal', 'tax'], expected: 650.4 }),
    ]);
  });
});

describe('Supported input formats', async () => {
  const llm = await startLlmServer();
  afterAll(() => llm.close());
  const reader = await openService({ tiers: [{ use: 'openai', model: 'gpt-test', base_url: `${llm.url}/v1`, api_key: 'sk-test' }] });
  const sent = () => JSON.stringify(llm.requests.at(-1)?.body);

  it('PDF: native multimodal processing; the model is sent the file itself', async () => {
    llm.answer(openaiReply(reading));
    const { body } = await reader.extract({ file: pdf, name: 'invoice.pdf', schema });
    expect(body.object.total).toBe(650.4);
    expect(sent()).toContain(`data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`);
  });

  it('Microsoft Word: converted to Markdown first', async () => {
    llm.answer(openaiReply(reading));
    const { body } = await reader.extract({ file: docx, name: 'invoice.docx', schema });
    expect(body.object.total).toBe(650.4);
    expect(sent()).toMatch(/\| 1 +\| Oak shelf, 80 cm \| 4 +\| pcs \| 64\.50 \| 20% \| 258\.00 \|/);
    expect(sent()).not.toContain(Buffer.from(docx).toString('base64'));
    expect(llm.violations).toEqual([]);
  });

  it.each([
    ['PDF', pdf],
    ['Microsoft Word', docx],
  ])('%s: at most 10 MB', async (_, file) => {
    const over = await service.extract({ ...asked, file: Buffer.concat([file, Buffer.alloc(10_485_761 - file.length)]) });
    expect([over.status, over.body]).toEqual([413, { detail: 'The file is too large: at most 10485760 bytes (10 MB) are accepted' }]);
  });

  it('PDF: a file of exactly 10 MB is read', async () => {
    const whole = Buffer.concat([pdf, Buffer.alloc(10_485_760 - pdf.length, '\n')]);
    const { status, body } = await service.extract({ ...asked, file: whole });
    expect([status, body.object.total]).toEqual([200, 650.4]);
  });

  it('both give the same data, each with its own evidence', async () => {
    for (const file of [pdf, docx]) {
      const { body } = await service.extract({ ...asked, file });
      expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4, _meta: { issues: [] } });
    }
  });
});

describe('Auxiliary endpoints', () => {
  it('a playground, without a key and restricted', async () => {
    const sample = await about(twoPages(), 'invoice_number', 'total');
    const open = await service.play(sample);
    expect([open.status, open.body.object.total]).toEqual([200, 12231.98]);
    const closed = await service.play({ ...sample, headers: { origin: 'https://elsewhere.example' } });
    expect(closed.status).toBe(403);
  });

  it('a health check', async () => {
    expect((await service.send('/health')).body.status).toBe('healthy');
  });

  it('a root information endpoint', async () => {
    expect((await service.send('/')).body.name).toBe('vouch');
  });

  it('all of them are under one base address', async () => {
    const statuses = ['/', '/health', '/v1/extract', '/v1/playground'].map(async (path) => (await service.send(path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 405, 405]);
  });
});
