import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { call, extract } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { modes } from '../support/modes.js';
import { commonSchema, documentPart, jobsPart, line, sendBatch } from './jobs/batch-form.js';

const [anna, ben] = ['pk_0123456789abcdefANNA', 'pk_0123456789abcdefBEN_'];
const as = (key: string) => ({ authorization: `Bearer ${key}` });
const get = async (app: FastifyInstance, path: string, key: string) => (await call(app, { url: path, headers: as(key) })).body;

/** What somebody sees of everything that keys own. */
const seen = async (app: FastifyInstance, key: string) => {
  const [{ jobs }, { batches }, { webhooks }] = [
    await get(app, '/v1/jobs', key),
    await get(app, '/v1/batches', key),
    await get(app, '/v1/webhooks', key),
  ];
  return [jobs, batches, webhooks].map((owned) => owned.map(({ id }: { readonly id: string }) => id));
};

describe.each(modes)('a listed key in $door upon $state', ({ open, place }) => {
  /** A server with these keys, started anew where the one before has been. */
  const servers = async () => {
    const { open: openState } = await place();
    return async (...keys: readonly string[]) => open({ keys, store: await openState(), work: 0 });
  };

  /** A batch of one job, and a webhook. */
  const leave = async (app: FastifyInstance, key: string) => {
    const { body } = await sendBatch(app, [commonSchema, jobsPart(line('a')), documentPart()], as(key));
    const { payload, headers } = goodForm();
    const job = await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...headers, ...as(key) } });
    const webhook = await call(app, { method: 'POST', url: '/v1/webhooks', payload: { url: 'https://example.com/' }, headers: as(key) });
    expect([job.status, webhook.status]).toEqual([202, 201]);
    return body.id as string;
  };

  it('that is taken off the list leaves nothing to the one that moves to its place', async () => {
    const start = await servers();
    const batch = await leave(await start(anna, ben), anna);
    const after = await start(ben);
    expect(await seen(after, ben)).toEqual([[], [], []]);
    for (const path of ['', '/results', '/errors'])
      expect((await call(after, { url: `/v1/batches/${batch}${path}`, headers: as(ben) })).status).toBe(404);
    expect((await call(after, { url: '/v1/jobs', headers: as(anna) })).status).toBe(401);
  });

  it('keeps what is its own wherever it stands in the list, and when it comes back', async () => {
    const start = await servers();
    const first = await start(anna);
    await leave(first, anna);
    const own = await seen(first, anna);
    expect(own.map(({ length }: { readonly length: number }) => length)).toEqual([2, 1, 1]);
    await start(ben);
    expect(await seen(await start(ben, anna), anna)).toEqual(own);
  });

  it('gets none of what a list of before had put under a place', async () => {
    const { open: openState } = await place();
    const store = await openState();
    const former = await open({ store, keys: [], authenticate: () => ({ kind: 'key', id: 'listed-1' }), work: 0 });
    await leave(former, anna);
    expect(await seen(await open({ keys: [anna], store, work: 0 }), anna)).toEqual([[], [], []]);
    expect((await seen(former, anna)).map(({ length }: { readonly length: number }) => length)).toEqual([2, 1, 1]);
  });

  it('is counted alone: its credits of the day do not pass to another', async () => {
    const { open: openState } = await place();
    const engine = fakeEngine({}, { maxCredits: 1 });
    const withLimit = async (...keys: readonly string[]) => open({ engine, keys, store: await openState(), dailyCreditsPerKey: 1 });
    const before = await withLimit(anna, ben);
    const statuses = [];
    for (const [app, key] of [
      [before, anna],
      [before, anna],
      [await withLimit(ben), ben],
    ] as const)
      statuses.push((await extract(app, goodForm(), as(key))).status);
    expect(statuses).toEqual([200, 429, 200]);
  });
});
