import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../server/index.js';
import { type Handler, json, openaiReply, startLlmServer } from '../fakes/llm-server.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { brokenStore } from '../server/support/broken-store.js';
import { call } from '../server/support/door.js';
import { fakeEngine } from '../server/support/fake-engine.js';
import { about } from './reading.js';
import { openService, unusedAddress } from './service.js';

const service = await openService();
const asked = await about(buildInvoice(), 'invoice_number!', 'total');

describe('7.1 HTTP-level errors', () => {
  it('Body shape: a JSON object with a single string field detail', async () => {
    const answers = [
      await service.extract({ ...asked, file: Buffer.from('text') }),
      await service.extract({ ...asked, schema: '{' }),
      await service.extract({ ...asked, headers: { authorization: '' } }),
      await service.play({ ...asked, headers: { origin: 'https://elsewhere.example' } }),
      await service.send('/nowhere'),
    ];
    for (const { body } of answers) expect(body).toEqual({ detail: expect.stringMatching(/\w/) });
  });

  it('400: file type is not PDF or DOCX; the message names the supported formats PDF and DOCX', async () => {
    const { status, body } = await service.extract({ ...asked, file: Buffer.from('{"total": 1}') });
    expect([status, body.detail]).toEqual([400, 'Unsupported file type. Supported formats: PDF, DOCX']);
  });

  it('400: output_schema is not valid JSON; the message begins "Invalid JSON schema:" followed by the parser reason', async () => {
    const { status, body } = await service.extract({ ...asked, schema: '{"type": "object", "properties": {' });
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/^Invalid JSON schema: .*JSON.*position 34/)]);
  });

  it('401: missing or invalid API key; the message says the API key is invalid or missing', async () => {
    const { status, body } = await service.extract({ ...asked, headers: { authorization: 'Bearer pk_invalid000000000' } });
    expect([status, body.detail]).toEqual([401, expect.stringMatching(/^The API key is invalid or missing/)]);
  });

  it('403: playground origin not allowed; the message says the origin is not allowed', async () => {
    const { status, body } = await service.play({ ...asked, headers: { origin: 'https://elsewhere.example' } });
    expect([status, body.detail]).toEqual([403, expect.stringMatching(/^Origin not allowed/)]);
  });

  it('429: more than 1 request per second per IP; the message says the rate limit is exceeded and to retry after 1 second', async () => {
    const address = unusedAddress();
    const both = await Promise.all([service.extract({ ...asked, address }), service.extract({ ...asked, address })]);
    const [first, second] = both.toSorted((a, b) => a.status - b.status);
    expect([first?.status, second?.status, second?.headers['retry-after']]).toEqual([200, 429, '1']);
    expect(second?.body.detail).toBe('Rate limit exceeded: at most 1 request per second from one address. Retry after 1 second.');
  });

  it('503: health endpoint: temporary outage', async () => {
    const app = await buildApp({ engine: fakeEngine(), store: brokenStore() });
    onTestFinished(() => app.close());
    const { status, body } = await call(app, { url: '/health' });
    expect([status, body]).toEqual([
      503,
      {
        status: 'unhealthy',
        timestamp: expect.stringMatching(/Z$/),
        detail: 'The service cannot reach its state or write it. What needs it is refused until it can.',
      },
    ]);
  });
});

describe('7.2 Extraction failure (HTTP 200)', async () => {
  const llm = await startLlmServer();
  afterAll(() => llm.close());
  const openai = { use: 'openai', model: 'gpt-test', base_url: `${llm.url}/v1`, api_key: 'sk-test' };
  const provided = await openService({ tiers: [openai, { ...openai, model: 'gpt-test-large' }] });
  const single = await openService({ tiers: [openai] });
  const hasty = await openService({ tiers: [openai], deadline_ms: 1_500 });
  const refusal = json({ error: { message: 'no such model', type: 'invalid_request_error', code: 'model_not_found', param: null } }, 404);
  const silence: Handler = () => undefined;

  it('The body has object null, metadata (processing_time_ms, credits, fallback_triggered) and error (code, message)', async () => {
    const { status, body } = await service.extract({ ...asked, file: Buffer.from('%PDF-1.4') });
    expect([status, body]).toEqual([
      200,
      {
        object: null,
        metadata: { processing_time_ms: expect.any(Number), credits: 0, fallback_triggered: false },
        error: { code: 'EXTRACTION_FAILED', message: expect.stringMatching(/^PDF could not be read/) },
      },
    ]);
  });

  it('EXTRACTION_FAILED: data could not be extracted from the document', async () => {
    const { body } = await service.extract({ ...asked, file: Buffer.concat([Buffer.from(asked.file.subarray(0, 600))]) });
    expect(body.error).toEqual({
      code: 'EXTRACTION_FAILED',
      message: 'PDF could not be read: it is unreadable, its structure is damaged or not that of its format',
    });
  });

  it('LLM_ERROR (the condition is not stated): the provider refused or failed after retries', async () => {
    llm.answer(refusal);
    const { status, body } = await provided.extract(asked);
    expect([status, body.object, body.error.code]).toEqual([200, null, 'LLM_ERROR']);
    expect(body.metadata).toMatchObject({ credits: 0, fallback_triggered: true });
  });

  it('PARSING_ERROR (the condition is not stated): the reply could not be used after one repair', async () => {
    llm.answer(openaiReply('The total is 650.40, I am quite sure.'));
    const before = llm.requests.length;
    const { status, body } = await single.extract(asked);
    expect([status, body.object, body.error.code, llm.requests.length - before]).toEqual([200, null, 'PARSING_ERROR', 2]);
  });

  it("TIMEOUT_ERROR (the condition is not stated): the request's one deadline passed", async () => {
    llm.answer(silence);
    const started = performance.now();
    const { status, body } = await hasty.extract(asked);
    expect(performance.now() - started).toBeLessThan(2_500);
    expect([status, body.object, body.error]).toEqual([
      200,
      null,
      {
        code: 'TIMEOUT_ERROR',
        message: 'The request took longer than its deadline of 1500 ms; "deadline_ms" or VOUCH_DEADLINE_MS sets it',
      },
    ]);
  });

  it('A failed extraction can still consume credits and can have fallback_triggered true', async () => {
    llm.answer(openaiReply('not what was asked for'));
    const { body } = await provided.extract(asked);
    expect(body).toMatchObject({ object: null, metadata: { credits: 3, fallback_triggered: true }, error: { code: 'PARSING_ERROR' } });
  });

  it('no message of a failure holds what the document says, or a key', async () => {
    llm.answer(json({ error: { message: 'AF-2025-0318 sk-test', type: 'x', code: 'y', param: null } }, 400));
    const { body } = await provided.extract(asked);
    expect(body.error.code).toBe('LLM_ERROR');
    expect(body.error.message).not.toMatch(/AF-2025|sk-test/);
  });
});

describe('7 Gaps', () => {
  it('a missing file and a missing output_schema are 400 and named', async () => {
    const details = [await service.extract({ schema: asked.schema }), await service.extract({ file: asked.file })];
    expect(details.map(({ status, body }) => [status, body.detail])).toEqual([
      [400, 'file is required: one PDF or DOCX document, sent as a file'],
      [400, 'output_schema is required: a JSON Schema as a string'],
    ]);
  });

  it.each(['-0.01', '1.01', 'high', 'NaN', '0,85', '1e3'])(
    'a confidence_threshold outside 0.0 to 1.0 is 400 with its range: %s',
    async (threshold) => {
      const { status, body } = await service.extract({ ...asked, threshold });
      expect([status, body.detail]).toEqual([400, 'confidence_threshold must be a number from 0.0 to 1.0']);
    },
  );
});
