import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKey, openMetrics, openStore, rotateKey } from '../../../../server/index.js';
import { attempts } from '../../../../server/jobs/end-run.js';
import { sqliteStore } from '../../../../server/state/sqlite.js';
import { call, extract, key, openDoor } from '../../support/door.js';
import { fakeEngine, outcome } from '../../support/fake-engine.js';
import { type FormPart, filePart, form, goodForm, schemaPart } from '../../support/form.js';
import { seenPieces } from './seen-pieces.js';

const auth = (secret = key) => ({ authorization: `Bearer ${secret}` });
const post = (app: FastifyInstance, { payload, headers }: ReturnType<typeof form>, more: Readonly<Record<string, string>> = {}) =>
  call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers, ...more } });
const get = (app: FastifyInstance, path: string, secret?: string) => call(app, { url: path, headers: auth(secret) });
const remove = (app: FastifyInstance, id: string, secret?: string) =>
  call(app, { method: 'DELETE', url: `/v1/jobs/${id}`, headers: auth(secret) });
const ended = async (app: FastifyInstance, id: string) => (await get(app, `/v1/jobs/${id}?wait=20`)).body;

/** An app whose jobs wait for ever. */
const idle = () => openDoor({ work: 0 });

describe('a job', () => {
  it('is queued, and its result is byte for byte what /v1/extract answers', async () => {
    const app = await openDoor();
    const queued = await post(app, goodForm({ name: 'metadata', value: '{"tenant": 17}' }));
    expect(queued.status).toBe(202);
    expect(queued.headers['location']).toBe(`/v1/jobs/${queued.body.id}`);
    expect(queued.body).toMatchObject({
      status: 'queued',
      file: 'invoice.pdf',
      metadata: { tenant: 17 },
      priority: 'normal',
      credits: null,
    });
    const { result, ...job } = await ended(app, queued.body.id);
    expect(job).toMatchObject({ status: 'done', runs: 1, metadata: { tenant: 17 }, credits: result.metadata.credits });
    const direct = await extract(app, goodForm());
    const timeless = (body: { metadata: object }) => JSON.stringify({ ...body, metadata: { ...body.metadata, processing_time_ms: 0 } });
    expect(timeless(result)).toBe(timeless(direct.body));
  });

  it('of which the schema cannot be used is refused at once, with the words of /v1/extract', async () => {
    const app = await idle();
    const wrong = form(filePart(), schemaPart('{"type":"text"}'));
    const [asJob, direct] = [await post(app, wrong), await extract(app, wrong)];
    expect([asJob.status, asJob.body]).toEqual([direct.status, direct.body]);
    expect((await get(app, '/v1/jobs')).body.jobs).toEqual([]);
  });

  it('of which the document is refused has failed, with what /v1/extract would have said', async () => {
    const app = await openDoor();
    const { body } = await post(app, form(filePart('hello'), schemaPart()));
    expect(await ended(app, body.id)).toMatchObject({
      status: 'failed',
      credits: 0,
      error: { status: 400, code: 'INVALID_INPUT', detail: expect.stringMatching(/PDF.*DOCX/) },
    });
  });

  it.each<[string, FormPart, RegExp]>([
    ['metadata that is a list', { name: 'metadata', value: '[1]' }, /^metadata must be a JSON object/],
    ['metadata that is no JSON', { name: 'metadata', value: '{' }, /^metadata must be a JSON object/],
    ['metadata over 2 KB', { name: 'metadata', value: `{"a":"${'x'.repeat(2_048)}"}` }, /^metadata is larger than 2048 bytes/],
    ['a priority that is none', { name: 'priority', value: '7' }, /^priority must be high, normal, low/],
    ['a result that is kept too long', { name: 'keep', value: '169' }, /^keep must be a number of hours, more than 0 and at most 168/],
    ['a result that is not kept', { name: 'keep', value: '0' }, /^keep must be a number of hours/],
    ['a wait that is too long', { name: 'expires', value: '169' }, /^expires must be a number of hours, more than 0 and at most 168/],
    ['a misspelt field', { name: 'metdata', value: '{}' }, /"metadata" was probably meant/],
  ])('with %s is 400', async (_case, part, detail) => {
    const answer = await post(await idle(), goodForm(part));
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  it.each(['0.001', '1.1', '2.3', '167.999'])('is queued with a result that is kept for %s hours', async (value) => {
    expect((await post(await idle(), goodForm({ name: 'keep', value }))).status).toBe(202);
  });

  it('for which no worker came within its hours has expired', async () => {
    let now = Date.UTC(2030, 0, 1);
    const store = sqliteStore(':memory:', () => now);
    onTestFinished(() => store.close());
    const app = await openDoor({ store, work: 0 });
    const { id } = (await post(app, goodForm({ name: 'expires', value: '1.5' }))).body;
    const statusAfter = async (ms: number) => {
      now += ms;
      await store.sweep();
      return (await get(app, `/v1/jobs/${id}`)).body.status;
    };
    expect([await statusAfter(5_399_000), await statusAfter(2_000)]).toEqual(['queued', 'expired']);
  });

  it('is not there for anybody else, nor under another id', async () => {
    const store = openStore('memory:');
    onTestFinished(() => store.close());
    const other = await createKey(store.keys, { label: 'other' });
    const app = await openDoor({ store, work: 0 });
    const { body } = await post(app, goodForm());
    const known = (await get(app, `/v1/jobs/${body.id}`)).status;
    const unknown = [
      await get(app, `/v1/jobs/${body.id}`, other.key),
      await remove(app, body.id, other.key),
      await get(app, '/v1/jobs/job_x'),
    ];
    expect([known, ...unknown.map(({ status }) => status)]).toEqual([200, 404, 404, 404]);
    expect((await get(app, '/v1/jobs', other.key)).body).toEqual({ jobs: [], next: null });
  });

  it('needs the scope jobs', async () => {
    const store = openStore('memory:');
    onTestFinished(() => store.close());
    const { key: narrow } = await createKey(store.keys, { label: 'narrow', scopes: ['extract'] });
    const app = await openDoor({ store, work: 0 });
    expect((await post(app, goodForm(), auth(narrow))).status).toBe(403);
    expect((await get(app, '/v1/jobs', narrow)).status).toBe(403);
    expect((await call(app, { url: '/v1/jobs' })).status).toBe(401);
  });

  it('can still be read after its key was rotated with the old secret at hand', async () => {
    const store = openStore('memory:');
    onTestFinished(() => store.close());
    const made = await createKey(store.keys, { label: 'rotated' });
    const app = await openDoor({ store });
    const { body } = await post(app, goodForm(), auth(made.key));
    const rotated = await rotateKey(store.keys, made.record.id, { overlapMs: 60_000, from: made.key });
    expect((await get(app, `/v1/jobs/${body.id}?wait=20`, rotated?.key)).body).toMatchObject({ status: 'done', file: 'invoice.pdf' });
  });
});

it('a key that was rotated without its former secret sees its jobs, and why it cannot open them', async () => {
  const store = openStore('memory:');
  onTestFinished(() => store.close());
  const made = await createKey(store.keys, { label: 'rotated by an operator' });
  const app = await openDoor({ store });
  const { body } = await post(app, goodForm(), auth(made.key));
  await get(app, `/v1/jobs/${body.id}?wait=20`, made.key);
  const rotated = await rotateKey(store.keys, made.record.id, { overlapMs: 60_000 });
  const job = (await get(app, `/v1/jobs/${body.id}`, rotated?.key)).body;
  expect(job).toMatchObject({
    status: 'done',
    file: null,
    metadata: null,
    error: { status: 410, detail: expect.stringContaining('former secret') },
  });
  expect((await get(app, '/v1/jobs', rotated?.key)).body.jobs).toMatchObject([{ id: body.id, file: null }]);
  expect((await get(app, `/v1/jobs/${body.id}`, made.key)).body).toMatchObject({ file: 'invoice.pdf', result: { object: { total: 120 } } });
});

describe('a caller', () => {
  it('waits for the end of a job no longer than it says', async () => {
    const app = await idle();
    const { body } = await post(app, goodForm());
    const began = performance.now();
    expect((await get(app, `/v1/jobs/${body.id}?wait=1`)).body.status).toBe('queued');
    expect(performance.now() - began).toBeGreaterThanOrEqual(950);
    expect((await get(app, `/v1/jobs/${body.id}?wait=61`)).status).toBe(400);
  });

  it('lists its jobs page by page, newest first', async () => {
    const app = await idle();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) {
      ids.unshift((await post(app, goodForm())).body.id);
      await sleep(2);
    }
    const first = (await get(app, '/v1/jobs?limit=3&status=queued')).body;
    const second = (await get(app, `/v1/jobs?limit=3&cursor=${first.next}`)).body;
    expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    for (const query of ['status=gone', 'limit=101', 'limit=0', 'cursor=x']) expect((await get(app, `/v1/jobs?${query}`)).status).toBe(400);
  });

  it('cancels what is queued, and forgets it after that', async () => {
    const app = await idle();
    const { body } = await post(app, goodForm());
    expect((await remove(app, body.id)).body).toMatchObject({ status: 'cancelled', credits: 0 });
    expect((await get(app, `/v1/jobs/${body.id}`)).body.status).toBe('cancelled');
    expect((await remove(app, body.id)).body.status).toBe('cancelled');
    expect((await get(app, `/v1/jobs/${body.id}`)).status).toBe(404);
  });

  it('repeats a request under its Idempotency-Key and gets the same job', async () => {
    const app = await idle();
    const once = { 'idempotency-key': 'a-1' };
    const [first, again] = [await post(app, goodForm(), once), await post(app, goodForm(), once)];
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([202, first.body.id, 'true']);
    const other = await post(app, goodForm({ name: 'priority', value: 'low' }), once);
    expect([other.status, (await get(app, '/v1/jobs')).body.jobs.length]).toEqual([409, 1]);
  });

  it('without credits left is refused, and each job is charged what it cost', async () => {
    const app = await openDoor({ dailyCreditsPerKey: 3 });
    const first = await post(app, goodForm());
    const { credits } = await ended(app, first.body.id);
    const statuses: number[] = [];
    for (let at = 0; at < 4; at++) statuses.push((await post(app, goodForm())).status);
    expect(credits).toBeGreaterThan(0);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('what a store keeps of a job', () => {
  it('shows neither the document, nor the schema, nor the file name, nor the result to who has the database', async () => {
    const store = openStore('memory:');
    onTestFinished(() => store.close());
    const seen: Uint8Array[] = [];
    const { jobs } = store;
    if (!jobs) throw new Error('no jobs');
    const spied = {
      ...store,
      jobs: {
        ...jobs,
        documents: seenPieces(jobs.documents, seen),
        enqueue: (...given: Parameters<typeof jobs.enqueue>) => {
          seen.push(given[0].request, given[0].note);
          return jobs.enqueue(...given);
        },
        end: (...given: Parameters<typeof jobs.end>) => {
          if (given[1].result) seen.push(given[1].result);
          return jobs.end(...given);
        },
      },
    };
    const app = await openDoor({ store: spied });
    const { body } = await post(app, goodForm({ name: 'metadata', value: '{"secret":"tenant"}' }));
    await ended(app, body.id);
    const kept = Buffer.concat(seen).toString('latin1');
    expect(seen).toHaveLength(4);
    for (const text of ['%PDF', 'output_schema', 'properties', 'invoice.pdf', 'tenant', '_meta']) expect(kept).not.toContain(text);
  });

  it('is nothing when jobs are not kept by the store of a host', async () => {
    const memory = openStore('memory:');
    onTestFinished(() => memory.close());
    const { jobs: _, ...store } = memory;
    const app = await openDoor({ store });
    const { body } = await call(app, { url: '/openapi.json' });
    expect(Object.keys(body.paths)).not.toContain('/v1/jobs');
    expect((await extract(app, goodForm())).status).toBe(200);
  });
});

it('a worker that ends gives back what it runs, and another one does it', async () => {
  const store = openStore('memory:');
  onTestFinished(() => store.close());
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const engine = fakeEngine();
  const slow = {
    ...engine,
    open: async (request: Parameters<typeof engine.open>[0]) => {
      begin();
      await Promise.race([
        held,
        new Promise((_, reject) => request.signal?.addEventListener('abort', () => reject(request.signal?.reason))),
      ]);
      return engine.open(request);
    },
  };
  const first = await openDoor({ store, engine: slow });
  const { body } = await post(first, goodForm());
  await begun;
  await first.close();
  release();
  const second = await openDoor({ store });
  expect(await ended(second, body.id)).toMatchObject({ status: 'done', runs: 2 });
});

it('a worker with another secret leaves a job to one that has the right one, at no cost of a try', async () => {
  const time = { ahead: 0 };
  const store = sqliteStore(':memory:', () => Date.now() + time.ahead);
  onTestFinished(() => store.close());
  const server = await openDoor({ store, work: 0, jobsSecret: 's'.repeat(32) });
  const { body } = await post(server, goodForm());
  for (let at = 0; at < attempts + 1; at += 1) {
    const stranger = await openDoor({ store });
    await stranger.ready();
    await vi.waitFor(
      async () => expect((await get(server, `/v1/jobs/${body.id}`)).body).toMatchObject({ status: 'queued', runs: at + 1 }),
      20_000,
    );
    await stranger.close();
    time.ahead += 300_000;
  }
  await (await openDoor({ store, jobsSecret: 's'.repeat(32) })).ready();
  expect(await ended(server, body.id)).toMatchObject({ status: 'done', runs: attempts + 2 });
});

describe('a provider that takes no work for now', () => {
  const refusal = outcome({
    object: null,
    complete: false,
    error: { code: 'LLM_ERROR', message: 'openai:x: too many requests (429)' },
    postponed: { retryAfterMs: 5 },
  });

  it('costs a job no try, however often it happens', async () => {
    const answers = Array(2 * attempts).fill(refusal);
    const app = await openDoor({ engine: fakeEngine(async () => answers.pop() ?? outcome()) });
    const { body } = await post(app, goodForm());
    expect(await ended(app, body.id)).toMatchObject({ status: 'done', runs: 2 * attempts + 1 });
  });

  it('is answered by /v1/extract as the failure that it is', async () => {
    const app = await openDoor({ engine: fakeEngine(refusal) });
    expect((await extract(app, goodForm())).body).toEqual({ object: null, metadata: expect.any(Object), error: refusal.error });
  });

  it('pauses the queue where no tier is asked any more, and says so', async () => {
    let pausedForMs = 60_000;
    const metrics = openMetrics();
    const app = await openDoor({ engine: { ...fakeEngine(), pausedForMs: () => pausedForMs }, metrics, metricsToken: 'm'.repeat(16) });
    const { body } = await post(app, goodForm());
    await sleep(600);
    expect((await get(app, `/v1/jobs/${body.id}`)).body).toMatchObject({ status: 'queued', runs: 0 });
    expect((await call(app, { url: '/readyz' })).body).toEqual({ status: 'ready', jobs: 'paused' });
    expect(await metrics.registry.getSingleMetricAsString('jobs_paused')).toContain('jobs_paused 1');
    pausedForMs = 0;
    expect(await ended(app, body.id)).toMatchObject({ status: 'done' });
    expect((await call(app, { url: '/readyz' })).body).toEqual({ status: 'ready' });
  });
});
