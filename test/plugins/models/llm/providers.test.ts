import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../../config/index.js';
import { createEngine, type Engine, parseSchema } from '../../../../core/index.js';
import { withToken } from '../../../../plugins/models/llm/authorization.js';
import { workspace } from '../../../config/workspace.js';
import { json, raw } from '../../../fakes/llm-server.js';
import { buildInvoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { readingOf, schemaOf } from '../../../specification/reading.js';
import { providers } from './provider-settings.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { task } from './setting.js';

const invoice = buildInvoice();
const names = ['invoice_number', 'seller_name', 'subtotal', 'tax', 'total'] as const;
const right = readingOf(invoice, ...names);
const schema = schemaOf('invoice_number!', 'seller_name', 'subtotal', 'tax', 'total!');
const cells = [{ path: '$.total', value: '12.00', quote: 'Total 12.00' }];

let bytes: Uint8Array;
beforeAll(async () => {
  bytes = await invoicePdf(invoice);
});

describe.each(providers)('$name', (provider) => {
  const server = serverOfEachTest({ check: provider.check });
  afterEach(() => void vi.unstubAllEnvs());

  const read = (options: object = {}) => provider.make(server.url, options).read(task());
  const readText = () => read({ pdf: 'text' });

  it('reads an invoice by a line of configuration, and sends what its API describes', async () => {
    server.answer(provider.reply(right));
    const outcome = await extracted(provider, server.url);
    expect(outcome).toMatchObject({
      object: { invoice_number: 'AF-2025-0318', subtotal: 542, tax: 108.4, total: 650.4 },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('asks for a reply again that cannot be used, and says what was wrong with it', async () => {
    server.answer(provider.reply('no JSON'), provider.reply(cells));
    expect((await readText()).cells).toHaveLength(1);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('the answer is not JSON');
  });

  it('asks with twice the limit for a reply that was cut off', async () => {
    server.answer(provider.cutOff, provider.reply(cells));
    expect((await readText()).cells).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it.each(Object.entries(provider.refusals))('%s is the end', async (_name, refusal) => {
    server.answer(refusal);
    await expect(readText()).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: false, worked: true });
  });

  it('waits as long as it is asked to at a rate limit', async () => {
    server.answer(json(provider.errorBody('RATE_LIMITED', 'CANARY'), 429, { 'retry-after': '3' }));
    await expect(readText()).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: true,
      retryAfterMs: 3_000,
      message: expect.not.stringContaining('CANARY'),
    });
  });

  it('says that a key was refused, and not which', async () => {
    server.answer(json(provider.errorBody('UNAUTHENTICATED', 'sk-secret'), 401));
    await expect(readText()).rejects.toMatchObject({
      ours: true,
      retryable: false,
      message: `${provider.part['use']}:${provider.part['model']}: the key was refused (401)`,
    });
  });

  it.each([
    ['a page', raw('<html>Log in</html>', 'text/html')],
    ['an empty object', json({})],
  ])('takes %s for no answer', async (_name, handler) => {
    server.answer(handler);
    await expect(readText()).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: 'once', worked: false });
  });

  it('takes nothing else from the environment', async () => {
    for (const name of [
      'OPENAI_BASE_URL',
      'AWS_ENDPOINT_URL',
      'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
      'GOOGLE_GEMINI_BASE_URL',
      'GOOGLE_VERTEX_BASE_URL',
    ])
      vi.stubEnv(name, 'http://127.0.0.1:1');
    for (const name of [
      'OPENAI_API_KEY',
      'OPENAI_CUSTOM_HEADERS',
      'OPENAI_ORG_ID',
      'GOOGLE_API_KEY',
      'AWS_LAMBDA_FUNCTION_NAME',
      '_X_AMZN_TRACE_ID',
      'OLLAMA_HOST',
    ])
      vi.stubEnv(name, 'x-stray: stray');
    server.answer(provider.reply(cells));
    await readText();
    expect(JSON.stringify(server.requests[0]?.headers)).not.toContain('stray');
    const known = [
      'accept',
      'accept-encoding',
      'accept-language',
      'api-key',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
      'user-agent',
      'x-goog-api-key',
    ];
    expect(Object.keys(server.requests[0]?.headers ?? {}).filter((name) => !known.includes(name))).toEqual([]);
    expect(server.requests[0]?.headers['user-agent']).toBe('vouch');
  });
});

const engines: Engine[] = [];
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

/** Reads the invoice with what a configuration of this one part makes. */
async function extracted({ part, at, env, name }: (typeof providers)[number], url: string) {
  const file = JSON.stringify({ tiers: [{ ...part, base_url: `${url}${at}` }], witnesses: [], calibrations: [] });
  const { engine: settings } = await loadConfig({ cwd: workspace({ 'vouch.config.json': file }), env });
  const tiers = settings.tiers.map((tier) =>
    name === 'vertex' ? { ...tier, plugin: withToken(tier.plugin, async () => 'sk-secret') } : tier,
  );
  const engine = createEngine({ ...settings, tiers });
  engines.push(engine);
  return engine.extract({ file: { name: 'invoice.pdf', bytes }, schema: parseSchema(JSON.stringify(schema)) });
}
