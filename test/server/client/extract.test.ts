import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { createEngine, ExtractionError, type ExtractionRequest } from '../../../core/index.js';
import { type DocumentInput, ExtractionFailedError, Vouch } from '../../../server/client/index.js';
import { key, origin } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { pdf } from '../support/form.js';
import { tinyParts } from '../support/tiny-parts.js';
import { ofDoor } from './answering.js';

const schema = {
  type: 'object',
  required: ['total'],
  properties: {
    total: { type: 'number' },
    'net [EUR]': { type: 'number' },
    seller: { type: 'object', properties: { name: { type: 'string' } } },
    line_items: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
} as const;

const entry = (field: string, score: number, more: object = {}) => ({ field, score, reason: `why ${field}`, ...more });
const object = {
  total: 120,
  'net [EUR]': 100,
  seller: { name: null },
  line_items: [{ amount: 70 }, { amount: 50 }],
  tags: [],
  _meta: {
    confidence_score: 0.97,
    field_confidence: [
      entry('$.total', 0.97, { page: 1, text: 'Total 120.00' }),
      entry("$['net \\u005bEUR\\u005d']", 0.6),
      entry('$.seller.name', 0.5),
      entry('$.line_items[0].amount', 0.9),
      entry('$.line_items[1].amount', 0.84),
      entry('$.tags', 0.99),
    ],
    issues: ['$.seller.name: look at it'],
  },
};

/** A folder with an invoice. */
function invoicePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'an "invoice" ä.pdf');
  writeFileSync(path, pdf);
  return path;
}
const webStream = (): ReadableStream<Uint8Array> => new Blob([pdf]).stream();

describe('extract', () => {
  it('gives the review of an answer that is kept for people, with the id of its run', async () => {
    const { vouch } = await ofDoor({ engine: createEngine(tinyParts()), reviewPolicy: { threshold: 1 } });
    const { review } = await vouch.extract(pdf, schema, { review: true });
    expect(review).toMatchObject({ decision: 'held', run: expect.stringMatching(/^job_/) });
    expect(review?.fields.map(({ path }) => path)).toContain('$.total');
    expect((await vouch.runs.get(review?.run ?? '')).id).toBe(review?.run);
    expect((await vouch.extract(pdf, schema)).review).toBeUndefined();
  });

  it('gives the data, what proves it in the same shape, and what is in doubt, the least sure first', async () => {
    const { vouch } = await ofDoor({ engine: fakeEngine({ object }) });
    const { data, evidence, doubtful, ...rest } = await vouch.extract(pdf, schema);
    expect(data).toEqual({ total: 120, 'net [EUR]': 100, seller: { name: null }, line_items: [{ amount: 70 }, { amount: 50 }], tags: [] });
    expectTypeOf(evidence.line_items[0]?.amount.page).toEqualTypeOf<number | undefined>();
    expect(evidence.total).toEqual({ field: '$.total', score: 0.97, reason: 'why $.total', page: 1, text: 'Total 120.00' });
    expect([evidence['net [EUR]'].score, evidence.seller.name.score, evidence.line_items[1]?.amount.score]).toEqual([0.6, 0.5, 0.84]);
    expect([evidence.tags.length, evidence.tags.none?.score]).toEqual([0, 0.99]);
    expect(doubtful.map(({ score }) => score)).toEqual([0.5, 0.6, 0.84]);
    expect(rest).toMatchObject({
      score: 0.97,
      issues: ['$.seller.name: look at it'],
      metadata: { credits: 1 },
      requestId: expect.any(String),
    });
  });

  it('takes a field that the answer says nothing about for one that nothing proves', async () => {
    const silent = { ...object, _meta: { ...object._meta, field_confidence: [] } };
    const { vouch } = await ofDoor({ engine: fakeEngine({ object: silent }) });
    const { evidence } = await vouch.extract(pdf, schema);
    expect(evidence.seller.name).toMatchObject({ field: '$.seller.name', score: 0 });
  });

  it.each<[string, () => DocumentInput, string]>([
    ['a path', () => invoicePath(), 'an "invoice" ä.pdf'],
    ['a file: address', () => pathToFileURL(invoicePath()), 'an "invoice" ä.pdf'],
    ['a File', () => new File([pdf], 'mine.pdf'), 'mine.pdf'],
    ['a Blob', () => new Blob([pdf]), 'document'],
    ['a Buffer', () => Buffer.from(pdf), 'document'],
    ['an ArrayBuffer', () => new Uint8Array(pdf).buffer, 'document'],
    ['a stream of the web', webStream, 'document'],
    ['a stream of Node', () => Readable.from([pdf.subarray(0, 9), pdf.subarray(9)]), 'document'],
    ['a function that opens a stream', () => webStream, 'document'],
    ['a function that opens one later', () => async () => Readable.from([pdf]), 'document'],
  ])('takes %s, byte for byte', async (_, file, name) => {
    const engine = fakeEngine();
    const { vouch } = await ofDoor({ engine });
    await vouch.extract(file(), schema);
    const [{ file: sent }] = engine.requests as [ExtractionRequest];
    // A form escapes quotes in names; only what is between them is told.
    expect([Buffer.from(sent.bytes).equals(pdf), decodeURIComponent(sent.name)]).toEqual([true, name]);
  });

  it('sends what it was asked for, and its name', async () => {
    const engine = fakeEngine();
    const { vouch } = await ofDoor({ engine });
    await vouch.extract(pdf, schema, { threshold: 0.5, verify: true, include: ['boxes', 'usage'], name: 'ours.pdf' });
    expect(engine.requests[0]).toMatchObject({ threshold: 0.5, file: { name: 'ours.pdf' } });
    const { usage, doubtful } = await vouch.extract(pdf, schema, { include: ['usage'], threshold: 0.99 });
    expect([usage?.calls, doubtful.length]).toEqual([0, 1]);
  });

  it('scores what somebody else has read, with a schema and without one', async () => {
    const engine = fakeEngine({ object });
    const { vouch } = await ofDoor({ engine });
    const given = { data: { total: 120 }, quotes: { '$.total': 'Total 120.00' }, pages: { '$.total': 1 }, reader: 'acme' };
    const { data, evidence, doubtful } = await vouch.score(pdf, given, { schema, threshold: 0.9 });
    expectTypeOf(data.total).toEqualTypeOf<number | null>();
    expect([data.total, evidence.total.score, doubtful.length]).toEqual([120, 0.97, 3]);
    await vouch.score(pdf, { data: { paid: true } });
    expect(engine.requests.map((request) => [request.given, request.schema.fields.length])).toEqual([
      [given, 5],
      [{ data: { paid: true } }, 1],
    ]);
  });

  it('throws an extraction that failed as an error with code, detail, request id and credits', async () => {
    const failed = fakeEngine({ ...outcome(), object: null, error: new ExtractionError('LLM_ERROR', 'the provider is out') });
    const { vouch } = await ofDoor({ engine: failed });
    const error = await vouch.extract(pdf, schema).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ExtractionFailedError);
    expect(error).toMatchObject({ code: 'LLM_ERROR', detail: 'the provider is out', requestId: expect.any(String), credits: 1 });
  });

  it('does the work once and charges once under an idempotency key of its own, and of the caller', async () => {
    const engine = fakeEngine();
    const { vouch } = await ofDoor({ engine });
    await vouch.extract(pdf, schema);
    await vouch.extract(pdf, schema);
    expect(engine.requests).toHaveLength(2);
    await vouch.extract(pdf, schema, { idempotencyKey: 'mine' });
    await vouch.extract(webStream(), schema, { idempotencyKey: 'mine' });
    expect(engine.requests).toHaveLength(3);
  });

  it('asks the playground without a key where it is told to', async () => {
    const fetchAsPage: typeof fetch = (input, init) => fetch(input, { ...init, headers: { ...(init?.headers as object), origin } });
    const { server } = await ofDoor();
    const vouch = new Vouch({ server, playground: true, fetch: fetchAsPage });
    expect((await vouch.extract(pdf, schema)).data.total).toBe(120);
  });

  it('finds a server below a path', async () => {
    const asked: string[] = [];
    const fetchNothing = async (input: unknown) => {
      asked.push(String(input));
      return Response.json({ detail: 'no' }, { status: 401 });
    };
    const vouch = new Vouch({ server: 'https://api.example.com/invoices?x=1', key, fetch: fetchNothing as typeof fetch });
    await expect(vouch.extract(pdf, schema)).rejects.toThrow('no (401)');
    expect(asked).toEqual(['https://api.example.com/invoices/v1/extract']);
  });
});

describe('jobs', () => {
  it('are sent, and come to what extract would have said', async () => {
    const { vouch } = await ofDoor({ engine: fakeEngine({ object }) });
    const job = await vouch.jobs.create(pdf, schema, { metadata: { tenant: 17 }, priority: 'high', keepHours: 2, expiresHours: 3 });
    expect(job).toMatchObject({ status: 'queued', metadata: { tenant: 17 }, priority: 'high' });
    const { data, evidence } = await job.result();
    expect([data.seller.name, evidence.seller.name.score]).toEqual([null, 0.5]);
    expect((await vouch.jobs.result(job.id, schema)).data.total).toBe(120);
    expect(await vouch.jobs.get(job.id, { waitSeconds: 1 })).toMatchObject({ status: 'done', result: { object: { total: 120 } } });
  });

  it('are listed page by page, cancelled, and forgotten', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const ids = [];
    for (let at = 0; at < 3; at += 1) ids.unshift((await vouch.jobs.create(pdf, schema)).id);
    expect((await vouch.jobs.list({ limit: 2 })).jobs.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const listed = [];
    for await (const { id } of vouch.jobs.all({ limit: 2, status: 'queued' })) listed.push(id);
    expect(listed).toEqual(ids);
    const [id = ''] = ids;
    expect((await vouch.jobs.remove(id)).status).toBe('cancelled');
    await expect(vouch.jobs.result(id, schema)).rejects.toMatchObject({ name: 'JobEndedError', jobId: id, code: 'cancelled' });
    await vouch.jobs.remove(id);
    await expect(vouch.jobs.get(id)).rejects.toMatchObject({ name: 'MissingError', code: 'NOT_FOUND', status: 404 });
  });

  it('that were refused throw what extract would have thrown', async () => {
    const { vouch } = await ofDoor();
    const job = await vouch.jobs.create(Buffer.from('hello'), schema);
    await expect(job.result()).rejects.toMatchObject({ name: 'InvalidRequestError', status: 400, detail: expect.stringMatching(/PDF/) });
  });

  it('that do not end in time are left alone', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const job = await vouch.jobs.create(pdf, schema);
    await expect(job.result({ timeoutMs: 300 })).rejects.toMatchObject({
      name: 'TimedOutError',
      message: expect.stringContaining('it goes on'),
    });
    expect((await vouch.jobs.get(job.id)).status).toBe('queued');
  });

  it('sent twice under one idempotency key are one', async () => {
    const { vouch } = await ofDoor({ work: 0 });
    const [one, two] = [
      await vouch.jobs.create(pdf, schema, { idempotencyKey: 'a' }),
      await vouch.jobs.create(pdf, schema, { idempotencyKey: 'a' }),
    ];
    expect(two.id).toBe(one.id);
  });
});
