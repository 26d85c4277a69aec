import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp, openStore, type Store } from '../../server/index.js';
import { brokenSum } from '../fixtures/documents.js';
import { invoiceDocx } from '../fixtures/docx/invoice-docx.js';
import { buildInvoice } from '../fixtures/invoice/invoice.js';
import { brokenStore } from '../server/support/broken-store.js';
import { call } from '../server/support/door.js';
import { fakeEngine } from '../server/support/fake-engine.js';
import { about, but } from './reading.js';
import { key, openService, origin, unusedAddress } from './service.js';

const service = await openService();
const asked = await about(buildInvoice(), 'invoice_number!', 'total');
const { file, reading } = asked;
const docx = await invoiceDocx(buildInvoice());

describe('4. Endpoints', () => {
  it('POST /v1/extract extracts structured data from a document; an API key is required', async () => {
    expect((await service.extract(asked)).body.object.total).toBe(650.4);
    expect((await service.extract({ ...asked, headers: { authorization: '' } })).status).toBe(401);
  });

  it('POST /v1/playground tests extraction without a key', async () => {
    expect((await service.play(asked)).body.object.total).toBe(650.4);
  });

  it.each(['/health', '/'])('GET %s needs no key', async (path) => {
    expect((await service.send(path)).status).toBe(200);
  });

  it('all responses use Content-Type: application/json, refusals too', async () => {
    const answers = [
      await service.extract(asked),
      await service.extract({ ...asked, schema: '{' }),
      await service.extract({ ...asked, headers: { authorization: '' } }),
      await service.play({ ...asked, headers: { origin: 'null' } }),
      await service.send('/nowhere'),
      await service.send('/health', { method: 'PUT' }),
      await service.send('/health'),
      await service.send('/'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 403, 404, 405, 200, 200]);
    for (const { headers } of answers) expect(headers['content-type']).toMatch(/^application\/json/);
  });

  it('extraction requests use multipart/form-data', async () => {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': unusedAddress(), 'content-type': 'application/json' };
    const { status, body } = await service.send('/v1/extract', { method: 'POST', headers, body: '{}' });
    expect([status, body.detail]).toEqual([415, 'The request must be multipart/form-data with the fields file and output_schema']);
  });
});

describe('4.1 POST {base_url}/v1/extract', () => {
  it('takes the header Authorization: Bearer <API_KEY>', async () => {
    expect((await service.extract({ ...asked, headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  });

  it('takes the fields file, output_schema, confidence_threshold and enable_verification', async () => {
    const { status, body } = await service.extract({ ...asked, threshold: 0.9, verify: true });
    expect([status, Object.keys(body)]).toEqual([200, ['object', 'metadata', 'verification']]);
  });

  it.each([undefined, '', 'Bearer', 'Bearer pk_0000000000000000', `Basic ${key}`, `Bearer ${key}0`])(
    'rule 1: a missing or invalid key gives HTTP 401: %j',
    async (authorization) => {
      const headers = { 'x-forwarded-for': unusedAddress(), ...(authorization !== undefined && { authorization }) };
      const { status, body } = await service.send('/v1/extract', { method: 'POST', headers, body: new FormData() });
      expect([status, body.detail]).toEqual([401, 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".']);
    },
  );

  it.each([
    ['text', Buffer.from('Total 120.00')],
    ['HTML', Buffer.from('<html><body>Total 120.00</body></html>')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a ZIP file', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')],
    ['an old Word file', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'.padEnd(512, '\0'), 'latin1')],
  ])('rule 2: a file that is not PDF or DOCX gives HTTP 400: %s', async (_, bytes) => {
    const { status, body } = await service.extract({ ...asked, file: bytes, name: 'invoice.pdf', type: 'application/pdf' });
    expect([status, body.detail]).toEqual([400, 'Unsupported file type. Supported formats: PDF, DOCX']);
  });

  it.each(['{', '{"type":"object",}', 'total: number', '', "{'type':'object'}"])(
    'rule 3: an output_schema that is not parseable JSON gives HTTP 400: %j',
    async (schema) => {
      const { status, body } = await service.extract({ ...asked, schema });
      expect([status, body.detail]).toEqual([400, expect.stringMatching(/^Invalid JSON schema: \S/)]);
    },
  );

  it.each([undefined, false, 'false', '0', ''])(
    'rule 4: when enable_verification is %j, verification is absent from the response',
    async (verify) => {
      const { body } = await service.extract({ ...asked, ...(verify !== undefined && { verify }) });
      expect(Object.keys(body)).toEqual(['object', 'metadata']);
    },
  );

  describe('rule 5: Tier 1 runs first', () => {
    it('and its result is accepted when every required field is there and sure enough', async () => {
      const { body } = await service.extract({ ...asked, second: [] });
      expect([body.object.invoice_number, body.metadata.fallback_triggered]).toEqual(['AF-2025-0318', false]);
    });

    it('if any required field is null, the extraction is re-run with Tier 2 and fallback_triggered is true', async () => {
      const first = but(reading, { path: '$.invoice_number', value: null });
      const { body } = await service.extract({ ...asked, reading: first, second: reading });
      expect([body.object.invoice_number, body.metadata.fallback_triggered]).toEqual(['AF-2025-0318', true]);
    });

    it('if its confidence is below confidence_threshold, too', async () => {
      const first = reading.map((cell) => ({ ...cell, confidence: 'unsure' as const }));
      const { body } = await service.extract({ ...asked, reading: first, second: reading });
      expect(body.metadata).toMatchObject({ fallback_triggered: true, confidence_score: 0.95 });
    });

    it('a required field in a row of an array, or in a nested object, is one of them', async () => {
      const rows = await about(buildInvoice(), 'line_items');
      const properties = { description: { type: 'string' }, amount: { type: 'number' } } as const;
      const items = { type: 'object', properties, required: ['amount'] } as const;
      const schema = { type: 'object', properties: { line_items: { type: 'array', items } }, required: ['line_items'] } as const;
      const cells = rows.reading.filter((cell) => /\.(description|amount)$|shadow/.test(cell.path));
      const first = but(cells, { path: '$.line_items[1].amount', value: null });
      const answers = [
        await service.extract({ ...rows, schema, reading: cells }),
        await service.extract({ ...rows, schema, reading: first, second: cells }),
      ];
      expect(answers.map(({ body }) => body.metadata.fallback_triggered)).toEqual([false, true]);
      expect(answers[1]?.body.object).toMatchObject({ line_items: [{ amount: 258 }, { amount: 116 }, { amount: 168 }] });
    });
  });

  it('rule 6: optional fields never trigger the fallback', async () => {
    const first = but(reading, { path: '$.total', value: null });
    const { body } = await service.extract({ ...asked, reading: first, second: reading });
    expect([body.object.total, body.metadata.fallback_triggered]).toEqual([null, false]);
  });

  it('rule 7: a lower threshold accepts Tier 1 results more often, a higher one triggers Tier 2 more often', async () => {
    const likely = reading.map((cell) => ({ ...cell, confidence: 'likely' as const }));
    const outcomes = [0, 0.5, 0.85, 0.91, 0.92, 0.95, 1].map(async (threshold) => {
      const { body } = await service.extract({ ...asked, reading: likely, threshold });
      return [threshold, body.metadata.fallback_triggered, body.metadata.credits];
    });
    expect(await Promise.all(outcomes)).toEqual([
      [0, false, 1],
      [0.5, false, 1],
      [0.85, false, 1],
      [0.91, false, 1],
      [0.92, true, 3],
      [0.95, true, 3],
      [1, true, 3],
    ]);
  });

  it('rule 7: the threshold 0 accepts any value of Tier 1, but no null', async () => {
    const invented = but(reading, { path: '$.invoice_number', value: 'XX-1' });
    const missing = but(reading, { path: '$.invoice_number', value: null });
    const fallbackAfter = async (first: typeof reading) =>
      (await service.extract({ ...asked, reading: first, second: reading, threshold: 0 })).body.metadata.fallback_triggered;
    expect(await fallbackAfter(invented)).toBe(false);
    expect(await fallbackAfter(missing)).toBe(true);
  });

  it('rule 8: when extraction fails, the response is HTTP 200 with object null, metadata present, and error present', async () => {
    const { status, body } = await service.extract({ ...asked, file: Buffer.from('%PDF-1.7 and no more'), verify: true });
    expect([status, Object.keys(body)]).toEqual([200, ['object', 'metadata', 'error']]);
    expect(body).toMatchObject({ object: null, metadata: { credits: 0, fallback_triggered: false }, error: { code: 'EXTRACTION_FAILED' } });
  });

  it.each([
    ['a PDF called letter.docx', 'letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', file],
    ['a DOCX called scan.pdf', 'scan.pdf', 'application/pdf', docx],
    ['a PDF without a name or type', 'blob', '', file],
  ])('the content decides the file type (not shown in the specification): %s', async (_, name, type, bytes) => {
    const { body } = await service.extract({ ...asked, file: bytes, name, type });
    expect(body.object).toMatchObject({ invoice_number: 'AF-2025-0318', total: 650.4 });
  });
});

describe('4.2 POST {base_url}/v1/playground', () => {
  it('needs no API key, and ignores one', async () => {
    expect((await service.play({ ...asked, headers: { authorization: 'Bearer nonsense' } })).status).toBe(200);
  });

  it('is limited to 10 credits per day per IP', async () => {
    const address = unusedAddress();
    const statuses = [];
    for (let times = 0; times < 9; times += 1) statuses.push((await service.play({ ...asked, address })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
    expect((await service.play(asked)).status).toBe(200);
  });

  it.each([undefined, 'null', 'https://elsewhere.example', `${origin}.elsewhere.example`, 'http://play.example.com'])(
    'is only callable from allowed origins; otherwise HTTP 403: %j',
    async (from) => {
      const headers = { 'x-forwarded-for': unusedAddress(), ...(from !== undefined && { origin: from }) };
      const { status, body } = await service.send('/v1/playground', { method: 'POST', headers, body: new FormData() });
      expect([status, body.detail]).toEqual([403, 'Origin not allowed: the playground can only be called from its own pages.']);
    },
  );

  it('has the request and response shapes of /v1/extract (not shown in the specification)', async () => {
    const question = { ...(await about(brokenSum(), 'total!')), threshold: 0.9, verify: true };
    const [played, extracted] = [await service.play(question), await service.extract(question)];
    const timeless = ({ metadata, ...body }: { readonly metadata: object }) => ({
      ...body,
      metadata: { ...metadata, processing_time_ms: 0 },
    });
    expect(timeless(played.body)).toEqual(timeless(extracted.body));
    expect(played.body.verification.status).toBe('FAILED');
    expect((await service.play({ ...asked, schema: '[]' })).status).toBe(400);
  });
});

describe('4.3 GET {base_url}/health', () => {
  const healthOf = async (store: Store) => {
    const app = await buildApp({ engine: fakeEngine(), store });
    onTestFinished(() => app.close());
    return call(app, { url: '/health' });
  };

  it('takes no parameters and no authentication', async () => {
    const { status } = await service.send('/health?verbose=1', { headers: { authorization: 'Bearer nonsense' } });
    expect(status).toBe(200);
  });

  it('HTTP 200 with status and timestamp', async () => {
    const { body } = await service.send('/health');
    expect(body).toEqual({ status: 'healthy', timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
  });

  it('HTTP 503 means temporary outage', async () => {
    const { status, headers, body } = await healthOf(brokenStore());
    expect([status, headers['retry-after'], body.status]).toEqual([503, '5', 'unhealthy']);
  });

  it('answers even when what it asks does not', async () => {
    const silent: Store = { ...openStore('memory:'), ping: () => new Promise(() => {}) };
    expect((await healthOf(silent)).status).toBe(503);
  });
});

describe('4.4 GET {base_url}/', () => {
  it('no authentication; returns name, version, description and documentation', async () => {
    const { status, body } = await service.send('/');
    expect([status, Object.keys(body)]).toEqual([200, ['name', 'version', 'description', 'documentation']]);
  });

  it('documents the endpoints as they are', async () => {
    const { body } = await service.send('/');
    const { body: documentation } = await service.send('/openapi.json');
    const paths = { '/v1/extract': { post: {} }, '/v1/playground': { post: {} }, '/health': { get: {} }, '/': { get: {} } };
    expect(documentation).toMatchObject({ openapi: '3.1.0', info: { version: body.version }, paths });
  });
});
