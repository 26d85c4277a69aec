import { afterAll, describe, expect, it } from 'vitest';
import { anthropicReply, type GivenCell, openaiReply, startLlmServer } from '../fakes/llm-server.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { invoicePdf } from '../fixtures/pdf/invoice-pdf.js';
import { but, readingOf, schemaOf } from './reading.js';
import { openService } from './service.js';

const [openai, anthropic] = [await startLlmServer(), await startLlmServer()];
afterAll(() => Promise.all([openai.close(), anthropic.close()]));

const parts = {
  openai: { use: 'openai', model: 'gpt-test', base_url: `${openai.url}/v1`, api_key: 'sk-test' },
  anthropic: { use: 'anthropic', model: 'claude-test', base_url: anthropic.url, api_key: 'sk-ant-test' },
};
const providers = { openai: { server: openai, reply: openaiReply }, anthropic: { server: anthropic, reply: anthropicReply } };

const invoice = buildInvoice();
const file = await invoicePdf(invoice);
const names = ['invoice_number', 'seller_name', 'subtotal', 'tax', 'total'] as const;
const schema = schemaOf('invoice_number!', 'seller_name', 'subtotal', 'tax', 'total!');
const right = readingOf(invoice, ...names);

const nullTotal = { path: '$.total', value: null };

describe.each([
  ['openai', 'anthropic'],
  ['anthropic', 'openai'],
] as const)('the tiers %s and %s', async (first, second) => {
  const [tier1, tier2] = [providers[first], providers[second]];
  const service = await openService({ tiers: [parts[first], parts[second]] });
  const calls = () => [tier1.server.requests.length, tier2.server.requests.length] as const;

  /** The number of requests that each provider receives for one extraction. */
  async function extract(tier1Says: readonly GivenCell[], tier2Says: readonly GivenCell[] = []) {
    const before = calls();
    tier1.server.answer(tier1.reply(tier1Says));
    tier2.server.answer(tier2.reply(tier2Says));
    const answer = await service.extract({ file, schema, verify: true });
    return { ...answer, asked: calls().map((count, tier) => count - (before[tier] ?? 0)) };
  }

  it('accept what Tier 1 says when it is sure: Tier 2 is not asked', async () => {
    const { body, asked } = await extract(right);
    expect(asked).toEqual([1, 0]);
    expect(body.metadata).toMatchObject({ credits: 1, fallback_triggered: false });
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', subtotal: 542, tax: 108.4, total: 650.4 });
  });

  it('read again when a required field is null: Tier 2 answers, the evidence is merged, both are charged', async () => {
    const unsureSeller = { path: '$.seller_name', value: 'Alder & Finch Joinery Ltd', quote: null, confidence: 'likely' } as const;
    const { body, asked } = await extract(but(right, nullTotal), but(right, unsureSeller));
    expect(asked).toEqual([1, 1]);
    expect(body.metadata).toMatchObject({ credits: 3, fallback_triggered: true, confidence_score: 0.97 });
    const { _meta, ...data } = body.object;
    expect(data).toEqual({
      invoice_number: 'AF-2025-0318',
      seller_name: 'Alder & Finch Joinery Ltd',
      subtotal: 542,
      tax: 108.4,
      total: 650.4,
    });
    expect(_meta.field_confidence).toContainEqual({
      field: '$.total',
      score: expect.toSatisfy((score: number) => score >= 0.97),
      reason: expect.stringMatching(/^Exact match/),
      page: 1,
      text: 'Total £650.40',
    });
    expect(_meta.field_confidence).toContainEqual(
      expect.objectContaining({
        field: '$.seller_name',
        page: 1,
        text: 'Alder & Finch Joinery Ltd',
        score: expect.toSatisfy((score: number) => score >= 0.9),
      }),
    );
    expect(body.verification).toMatchObject({ status: 'PASSED', checks_passed: 2 });
  });

  it('keep the value of Tier 1 if Tier 2 says null', async () => {
    const { body } = await extract(but(right, nullTotal), but(right, { path: '$.invoice_number', value: null }));
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4 });
  });

  it('report both values if they contradict each other, and doubt the field', async () => {
    const due = { path: '$.invoice_number', value: 'PO-77120', quote: 'Your order PO-77120' };
    const { body } = await extract(but(right, nullTotal), but(right, due));
    const [entry] = body.object._meta.field_confidence;
    expect(body.object.invoice_number).toBe('AF-2025-0318');
    expect(entry.score).toBeLessThan(0.85);
    expect(body.object._meta.issues).toContainEqual(
      expect.stringMatching(/^\$\.invoice_number: Multiple values found: .*"AF-2025-0318".*"PO-77120"/),
    );
  });

  it('return a null of both as null with an issue', async () => {
    const { body } = await extract(but(right, nullTotal), but(right, nullTotal));
    expect(body.object.total).toBeNull();
    expect(body.metadata).toMatchObject({ credits: 3, fallback_triggered: true, confidence_score: 0.4 });
    expect(body.object._meta.issues).toContainEqual(expect.stringMatching(/^\$\.total: required, but not found in the document\b/));
  });

  it('are sent the PDF itself, with every request as the SDKs describe it', () => {
    expect([openai.violations, anthropic.violations]).toEqual([[], []]);
    const pdf = Buffer.from(file).toString('base64');
    for (const { server } of [tier1, tier2]) expect(server.requests.every(({ body }) => JSON.stringify(body).includes(pdf))).toBe(true);
  });
});
