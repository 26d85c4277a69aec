import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKey, openStore } from '../../../../server/index.js';
import { call, extract, openDoor } from '../../support/door.js';
import { fakeEngine } from '../../support/fake-engine.js';
import { filePart, form, goodForm, pdf } from '../../support/form.js';
import { auth, commonSchema, documentPart, get, jobsPart, line, linesIn, sendBatch, zipOf, zipPart } from './batch-form.js';
import { seenPieces } from './seen-pieces.js';

const openStoreOfTest = () => {
  const store = openStore('memory:');
  onTestFinished(() => store.close());
  return store;
};
/** An app whose jobs wait for ever. */
const idle = () => openDoor({ work: 0 });
const remove = (app: FastifyInstance, id: string, secret?: string) =>
  call(app, { method: 'DELETE', url: `/v1/batches/${id}`, headers: auth(secret) });
const ended = (app: FastifyInstance, id: string) =>
  expect.poll(async () => (await get(app, `/v1/batches/${id}`)).body.status, { timeout: 20_000, interval: 50 }).toBe('ended');
const small = [jobsPart(line('a'), line('b')), documentPart(), commonSchema];

describe('a batch', () => {
  it('takes its documents from the form, from a zip and from files sent before, and its results are those of /v1/extract', async () => {
    const engine = fakeEngine();
    const app = await openDoor({ engine });
    const { payload, headers } = form(filePart(pdf, 'before.pdf'));
    const file = (await call(app, { method: 'POST', url: '/v1/files', payload, headers: { ...auth(), ...headers } })).body;
    const schema = { type: 'object', properties: { total: { type: 'number' } } };
    const sent = await sendBatch(app, [
      { name: 'metadata', value: '{"month":"2026-11"}' },
      zipPart(await zipOf({ 'deep/b.pdf': pdf, 'unused.pdf': pdf })),
      jobsPart(
        line('first', 'a.pdf', { metadata: { tenant: 17 }, priority: 'low' }),
        '',
        line('second', 'deep/b.pdf', { output_schema: schema, include: ['usage'], enable_verification: true, confidence_threshold: 0.5 }),
        line('third', file.id),
        line('fourth', 'c.txt'),
      ),
      documentPart(),
      documentPart('c.txt', 'hello'),
      commonSchema,
    ]);
    expect([sent.status, sent.headers['location']]).toEqual([202, `/v1/batches/${sent.body.id}`]);
    expect(sent.body).toMatchObject({ status: 'running', jobs: 4, metadata: { month: '2026-11' }, unused_files: 1 });
    await ended(app, sent.body.id);
    const whole = (await get(app, `/v1/batches/${sent.body.id}`)).body;
    expect(whole).toMatchObject({
      unfinished: 0,
      counts: { done: 3, failed: 1 },
      ended_at: expect.any(String),
      kept_until: expect.any(String),
    });
    const answer = await get(app, `/v1/batches/${sent.body.id}/results`);
    expect(answer.headers['content-type']).toBe('application/jsonl; charset=utf-8');
    const results = linesIn(answer.body) as unknown as readonly EndedLine[];
    expect(results.map(({ custom_id, status }) => [custom_id, status])).toEqual([
      ['first', 'done'],
      ['second', 'done'],
      ['third', 'done'],
      ['fourth', 'failed'],
    ]);
    expect(whole.credits).toBe(results.reduce((sum, { credits }) => sum + credits, 0));
    const direct = await extract(app, goodForm());
    const timeless = (body: { metadata: object }) => JSON.stringify({ ...body, metadata: { ...body.metadata, processing_time_ms: 0 } });
    expect(timeless(results[2]?.result ?? never)).toBe(timeless(direct.body));
    expect(engine.requests).toContainEqual(expect.objectContaining({ threshold: 0.5, verify: true }));
    const errors = linesIn((await get(app, `/v1/batches/${sent.body.id}/errors`)).body);
    expect(errors).toEqual([{ ...results[3], error: { status: 400, code: 'INVALID_INPUT', detail: expect.stringMatching(/PDF.*DOCX/) } }]);
    const jobs = (await get(app, `/v1/jobs?batch=${sent.body.id}`)).body.jobs;
    expect(jobs.map(({ custom_id, batch }: EndedLine) => [custom_id, batch]).reverse()).toEqual(
      results.map(({ custom_id }) => [custom_id, sent.body.id]),
    );
    expect(jobs[3]).toMatchObject({ file: 'a.pdf', metadata: { tenant: 17 }, priority: 'low', kept_until: whole.kept_until });
    expect((await call(app, { method: 'HEAD', url: `/v1/batches/${sent.body.id}/results`, headers: auth() })).status).toBe(200);
  });

  it('is there for its caller only, who needs the scope jobs', async () => {
    const store = openStoreOfTest();
    const other = await createKey(store.keys, { label: 'other' });
    const narrow = await createKey(store.keys, { label: 'narrow', scopes: ['extract'] });
    const app = await openDoor({ store, work: 0 });
    const { id } = (await sendBatch(app, small)).body;
    const paths = [`/v1/batches/${id}`, `/v1/batches/${id}/results`, `/v1/batches/${id}/errors`];
    for (const path of paths) expect([(await get(app, path)).status, (await get(app, path, other.key)).status]).toEqual([200, 404]);
    expect([(await remove(app, id, other.key)).status, (await get(app, `/v1/jobs?batch=${id}`, other.key)).body.jobs]).toEqual([404, []]);
    expect((await get(app, '/v1/batches', other.key)).body).toEqual({ batches: [], next: null });
    expect((await sendBatch(app, small, auth(narrow.key))).status).toBe(403);
    expect((await sendBatch(app, [jobsPart(line('a', await fileOf(app))), commonSchema], auth(other.key))).body.detail).toMatch(
      /line 1, custom_id "a": file is the id of none of your files/,
    );
  });

  it('is cancelled as a whole, and forgotten after that with its jobs', async () => {
    const app = await idle();
    const { id } = (await sendBatch(app, small)).body;
    const [job] = (await get(app, `/v1/jobs?batch=${id}`)).body.jobs;
    expect((await remove(app, id)).body).toMatchObject({ status: 'ended', counts: { cancelled: 2 }, credits: 0 });
    const alone = await call(app, { method: 'DELETE', url: `/v1/jobs/${job.id}`, headers: auth() });
    expect([alone.status, alone.body.detail]).toEqual([409, expect.stringMatching(/as long as its batch/)]);
    expect(linesIn((await get(app, `/v1/batches/${id}/errors`)).body).map(({ custom_id, status }) => [custom_id, status])).toEqual([
      ['a', 'cancelled'],
      ['b', 'cancelled'],
    ]);
    expect((await remove(app, id)).body.status).toBe('ended');
    expect([(await get(app, `/v1/batches/${id}`)).status, (await get(app, `/v1/jobs/${job.id}`)).status]).toEqual([404, 404]);
  });

  it('is the same one where it is sent again under its Idempotency-Key', async () => {
    const app = await idle();
    const once = { 'idempotency-key': 'b-1' };
    const [first, again] = [await sendBatch(app, small, once), await sendBatch(app, small, once)];
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([202, first.body.id, 'true']);
    const other = await sendBatch(app, [jobsPart(line('a')), documentPart(), commonSchema], once);
    expect([other.status, (await get(app, '/v1/batches')).body.batches.length]).toEqual([409, 1]);
  });

  it('takes a credit for each job, or is refused and takes none', async () => {
    const app = await openDoor({ work: 0, dailyCreditsPerKey: 3 });
    const lines = ['a', 'b', 'c', 'd'].map((id) => line(id));
    const refused = await sendBatch(app, [jobsPart(...lines), documentPart(), commonSchema]);
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'Nothing was taken in: 4 jobs take at least a credit each, and 3 of the 3 of today are left',
    ]);
    expect((await sendBatch(app, [jobsPart(...lines.slice(1)), documentPart(), commonSchema])).status).toBe(202);
    expect((await sendBatch(app, [jobsPart(line('e')), documentPart(), commonSchema])).status).toBe(429);
  });

  it('is listed, newest first, page by page', async () => {
    const app = await idle();
    const ids = [(await sendBatch(app, small)).body.id, (await sendBatch(app, small)).body.id].toSorted().reverse();
    const first = (await get(app, '/v1/batches?limit=1')).body;
    const second = (await get(app, `/v1/batches?cursor=${first.next}`)).body;
    expect([...first.batches, ...second.batches].map(({ id }) => id)).toEqual(ids);
    for (const query of ['limit=101', 'cursor=x']) expect((await get(app, `/v1/batches?${query}`)).status).toBe(400);
    expect((await get(app, '/v1/jobs?batch=x')).status).toBe(400);
  });

  it('leaves nothing in the store that who has the database could read', async () => {
    const store = openStoreOfTest();
    const { jobs, batches } = store;
    if (!jobs || !batches) throw new Error('no batches');
    const seen: Uint8Array[] = [];
    const spied: typeof batches = {
      ...batches,
      putJobs: (batch, jobs) => {
        seen.push(...jobs.flatMap(({ request, note }) => [request, note]));
        return batches.putJobs(batch, jobs);
      },
      begin: (batch, charge) => {
        seen.push(batch.note);
        return batches.begin(batch, charge);
      },
    };
    const app = await openDoor({
      store: { ...store, batches: spied, jobs: { ...jobs, documents: seenPieces(jobs.documents, seen) } },
      work: 0,
    });
    const parts = [
      jobsPart(line('secret-id', 'b.pdf', { metadata: { secret: 'tenant' } })),
      zipPart(await zipOf({ 'b.pdf': pdf })),
      commonSchema,
    ];
    expect((await sendBatch(app, parts)).status).toBe(202);
    const kept = Buffer.concat(seen).toString('latin1');
    expect(seen).toHaveLength(4);
    for (const text of ['%PDF', 'properties', 'b.pdf', 'secret', 'tenant']) expect(kept).not.toContain(text);
  });
});

/** A line of the results, and what a list says of its job. */
interface EndedLine {
  readonly custom_id: string;
  readonly status: string;
  readonly credits: number;
  readonly batch: string;
  readonly result: { readonly metadata: object };
}
const never = { metadata: {} };

async function fileOf(app: FastifyInstance): Promise<string> {
  const { payload, headers } = form(filePart());
  return (await call(app, { method: 'POST', url: '/v1/files', payload, headers: { ...auth(), ...headers } })).body.id;
}
