import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { changeKey, createKey, revokeKey, type Store } from '../../../../server/index.js';
import { call } from '../../support/door.js';
import { fakeEngine } from '../../support/fake-engine.js';
import { goodForm } from '../../support/form.js';
import { modes } from '../../support/modes.js';
import { commonSchema, documentPart, jobsPart, line, sendBatch } from './batch-form.js';

const as = (key: string) => ({ authorization: `Bearer ${key}` });
const { payload, headers } = goodForm();
const send = async (app: FastifyInstance, key: string) =>
  (await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...headers, ...as(key) } })).body.id as string;

/** How many jobs of a key are in each state, as an operator sees them. */
const states = async (store: Store, id: string) => {
  const jobs = (await store.jobs?.survey({ owner: `key:${id}`, limit: 100 })) ?? [];
  return Object.fromEntries([...Map.groupBy(jobs, ({ status }) => status)].map(([status, of]) => [status, of.length]));
};

describe.each(modes)('a key of $door upon $state', ({ open, place }) => {
  const withKey = async (limits = {}) => {
    const { open: openState } = await place();
    const store = await openState();
    const { key, record } = await createKey(store.keys, { label: '', limits });
    return { key, id: record.id, store, waiting: await open({ store, work: 0 }), openState };
  };

  it('that is revoked while jobs wait has none of them run, and they are cancelled', async () => {
    const { key, id, store, waiting, openState } = await withKey();
    for (let sent = 0; sent < 5; sent += 1) await send(waiting, key);
    await sendBatch(waiting, [commonSchema, jobsPart(line('a'), line('b')), documentPart()], as(key));
    expect(await states(store, id)).toEqual({ queued: 7 });
    await revokeKey(store.keys, id);
    const other = await createKey(store.keys, { label: '' });
    const engine = fakeEngine();
    const working = await open({ store: await openState(), engine });
    await working.ready();
    await expect.poll(() => states(store, id)).toEqual({ cancelled: 7 });
    expect(engine.requests).toEqual([]);
    await send(working, other.key);
    await expect.poll(() => states(store, other.record.id)).toEqual({ done: 1 });
  });

  it('that loses the scope has no more jobs run', async () => {
    const { key, id, store, waiting, openState } = await withKey();
    await send(waiting, key);
    await changeKey(store.keys, id, { scopes: ['extract'] });
    const engine = fakeEngine();
    await (await open({ store: await openState(), engine })).ready();
    await expect.poll(() => states(store, id)).toEqual({ cancelled: 1 });
    expect(engine.requests).toEqual([]);
  });

  it('whose limit was lowered has its jobs run by the new one', async () => {
    const { key, id, store, waiting, openState } = await withKey({ dailyCredits: 100 });
    await send(waiting, key);
    await changeKey(store.keys, id, { limits: { dailyCredits: 2 } });
    const engine = fakeEngine({}, { maxCredits: 50 });
    await (await open({ store: await openState(), engine })).ready();
    await expect.poll(() => states(store, id)).toEqual({ failed: 1 });
    expect(engine.requests).toEqual([]);
  });
});

it('a key that is revoked while a job of its runs has it cut short', async () => {
  const [mode] = modes;
  if (!mode) throw new Error('there is no mode');
  const store = await (await mode.place()).open();
  const { key, record } = await createKey(store.keys, { label: '' });
  const engine = fakeEngine(({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))));
  await send(await mode.open({ store, engine }), key);
  await expect.poll(() => engine.requests.length).toBe(1);
  await revokeKey(store.keys, record.id);
  await expect.poll(() => states(store, record.id), { timeout: 25_000 }).toEqual({ cancelled: 1 });
});
