import sql from 'sql-template-tag';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { generateKey } from '../../../server/guards/key-secret.js';
import { type AppOptions, createKey, openStore, rotateKey, type StoreEvent } from '../../../server/index.js';
import { withFallback } from '../../../server/state/fallback.js';
import { postgresDatabase, postgresStore } from '../../../server/state/postgres.js';
import { addressOf } from '../../../server/state/postgres-address.js';
import { StoreError } from '../../../server/state/store.js';
import type { Relay } from '../../fakes/relay.js';
import { freePort } from '../../support/free-port.js';
import { freshSchema } from '../state/fresh-schema.js';
import { newServer, postgresServer } from '../state/postgres-server.js';
import { call, extract, key, openDoor, play } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { relay } from '../support/relay.js';

const server = postgresServer();

/** A door whose store is reached over a line that the test can cut. The clock is the fallback's. */
async function openOverLine(options: Partial<AppOptions> = {}, connections = 10) {
  const { url, sql } = await freshSchema(server);
  const address = new URL(url);
  const line = await relay(Number(address.port));
  address.port = String(line.port);
  address.password = 'hunter2';
  address.searchParams.set('connections', String(connections));
  let passed = 0;
  const store = withFallback(postgresStore(address.href), openStore('memory:'), { now: () => performance.now() + passed });
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.keys.pepper(), 60_000);
  const events: StoreEvent[] = [];
  store.watch?.((event) => events.push(event));
  const lines: string[] = [];
  const app = await openDoor({ store, keys: [key], trustedProxies: ['127.0.0.1'], log: { write: (text) => lines.push(text) }, ...options });
  const { key: made, record } = await createKey(store.keys, { label: 'a test' });
  return {
    app,
    line,
    store,
    sql,
    made,
    record,
    log: () => lines.join(''),
    fallbacks: (part: string) => events.filter((event) => event.kind === 'fallback' && event.part === part).length,
    back: () => expect.poll(() => events.at(-1)).toEqual({ kind: 'found' }),
    pass(ms: number) {
      passed += ms;
    },
    /** The status of a call with the key that was made, or another, from an address of its own unless it is named. */
    async status(by = made, from = addresses.next().value) {
      return (await extract(app, goodForm(), { authorization: `Bearer ${by}`, 'x-forwarded-for': from })).status;
    },
  };
}

/** No test waits for the second of another. */
const addresses = (function* (): Generator<string, never> {
  for (let host = 1; ; host += 1) yield `203.0.113.${host}`;
})();

/** An engine for documents that can cost 3 and cost 2; `work` happens between. */
const costing = (work: () => void = () => undefined) =>
  fakeEngine(
    async () => {
      work();
      return outcome({ metadata: { processingTimeMs: 1, credits: 2, fallbackTriggered: true } });
    },
    { maxCredits: 3 },
  );

const outages: readonly (readonly [string, (line: Relay) => void])[] = [
  ['is cut off', (line) => line.cut()],
  ['is silent', (line) => line.stall()],
];

describe.each(outages)('while PostgreSQL %s', (_, begin) => {
  it('rates are counted in the process, and in the store again when it is back', async () => {
    const { app, line, status, made, fallbacks, back, sql, log } = await openOverLine({ rateLimit: 1 });
    expect(await status()).toBe(200);
    begin(line);
    expect([await status(made, '198.51.100.1'), await status(made, '198.51.100.1'), await status(made, '198.51.100.2')]).toEqual([
      200, 429, 200,
    ]);
    expect(fallbacks('rates')).toBe(3);
    line.mend();
    await back();
    expect(await status(made, '198.51.100.3')).toBe(200);
    expect(fallbacks('rates')).toBe(3);
    expect(await sql("SELECT client FROM rate WHERE client LIKE '%198.51.100.3'")).toHaveLength(1);
    expect(log().match(/the store was lost/g)).toHaveLength(1);
    expect(log()).not.toContain('hunter2');
    expect((await call(app, { url: '/health' })).status).toBe(200);
  });

  it('a key that was valid a moment ago still is; one that nobody remembers waits for the store', async () => {
    const { line, status, store, fallbacks } = await openOverLine({ rateLimit: 1 });
    const { key: other } = await createKey(store.keys, { label: 'never used' });
    expect(await status()).toBe(200);
    begin(line);
    expect([await status(), await status(key)]).toEqual([200, 200]);
    expect(fallbacks('keys')).toBe(1);
    expect([await status(other), await status(generateKey()), await status('pk_notakeyofthisserver')]).toEqual([503, 503, 401]);
  });

  it('nothing is given away in the playground', async () => {
    const engine = costing();
    const { app, line, sql } = await openOverLine({ engine });
    begin(line);
    const answer = await play(app, goodForm());
    expect([answer.status, answer.headers['retry-after'], answer.body.detail]).toEqual([
      503,
      '1',
      'The service cannot reach its state at the moment. Retry shortly.',
    ]);
    expect(engine.requests).toEqual([]);
    line.mend();
    expect((await play(app, goodForm())).body.metadata).toMatchObject({ credits: 2 });
    expect(await sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 2, held: 0 }]);
  });
});

describe('while PostgreSQL is slow', () => {
  it('rates are counted in the process, and what nobody else knows is waited for', async () => {
    const { app, line, status, store, made, fallbacks } = await openOverLine({ rateLimit: 1, engine: costing() });
    const { key: other } = await createKey(store.keys, { label: 'never used' });
    expect(await status()).toBe(200);
    line.delay(150);
    expect([await status(made, '198.51.100.1'), await status(made, '198.51.100.1')]).toEqual([200, 429]);
    expect([fallbacks('rates'), fallbacks('keys')]).toEqual([2, 1]);
    expect([await status(other), await status(generateKey()), (await play(app, goodForm())).status]).toEqual([200, 401, 200]);
  });
});

describe('after an outage of a minute', () => {
  it('no key is believed any more but those of the environment, and the service is unwell', async () => {
    const { app, line, status, pass } = await openOverLine({ rateLimit: 1 });
    expect(await status()).toBe(200);
    line.cut();
    expect([await status(), (await call(app, { url: '/health' })).status]).toEqual([200, 200]);
    pass(60_000);
    expect([await status(), await status(key)]).toEqual([503, 200]);
    await expect.poll(async () => (await call(app, { url: '/health' })).status).toBe(503);
  });

  it('a secret that a rotation has replaced is believed no longer than its overlap', async () => {
    const { line, status, store, record, made, pass } = await openOverLine({ rateLimit: 0 });
    const { key: fresh = '' } = (await rotateKey(store.keys, record.id, { overlapMs: 40_000 })) ?? {};
    expect([await status(made), await status(fresh)]).toEqual([200, 200]);
    line.cut();
    expect([await status(made), await status(fresh)]).toEqual([200, 200]);
    pass(40_000);
    expect([await status(made), await status(fresh)]).toEqual([503, 200]);
  });

  it('a key that was revoked meanwhile is refused as soon as the store is back', async () => {
    const { line, status, sql, back } = await openOverLine({ rateLimit: 1 });
    expect(await status()).toBe(200);
    line.stall();
    await sql('UPDATE key SET revoked = now()');
    expect(await status()).toBe(200);
    line.mend();
    await back();
    expect(await status()).toBe(401);
  });
});

describe('the credits of a key', () => {
  it('are not given away while nobody can count them; a key without such a limit goes on', async () => {
    const { line, status, store } = await openOverLine({ rateLimit: 0, engine: costing() });
    const { key: limited } = await createKey(store.keys, { label: '', limits: { dailyCredits: 10 } });
    expect([await status(), await status(limited)]).toEqual([200, 200]);
    line.cut();
    expect([await status(), await status(limited)]).toEqual([200, 503]);
  });
});

describe('credits', () => {
  it('that were spent when the store was lost are charged when it is back', async () => {
    const lost: (() => void)[] = [];
    const { app, line, sql, fallbacks } = await openOverLine({ engine: costing(() => lost.pop()?.()) });
    lost.push(() => line.cut());
    const answer = await play(app, goodForm());
    expect([answer.status, answer.body.metadata.credits]).toEqual([200, 2]);
    expect(await sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 0, held: 3 }]);
    expect(fallbacks('quotas')).toBe(1);
    line.mend();
    await expect.poll(() => sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 2, held: 0 }]);
    expect(await sql('SELECT id FROM hold')).toEqual([]);
  });

  it('that were spent for a repeated key when the store was lost are charged with its answer when it is back', async () => {
    const lost: (() => void)[] = [];
    const { app, store, line, sql } = await openOverLine({ rateLimit: 0, engine: costing(() => lost.pop()?.()) });
    const { key: limited } = await createKey(store.keys, { label: '', limits: { dailyCredits: 10 } });
    const ask = () => extract(app, goodForm(), { authorization: `Bearer ${limited}`, 'idempotency-key': 'one' });
    lost.push(() => line.cut());
    expect((await ask()).status).toBe(200);
    expect(await sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 0, held: 3 }]);
    line.mend();
    await expect.poll(() => sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 2, held: 0 }]);
    await expect.poll(async () => (await ask()).headers['idempotent-replayed']).toBe('true');
    expect(await sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 2, held: 0 }]);
  });

  it('whose hold was made without an answer are given back', async () => {
    const lost: (() => void)[] = [];
    const engine = fakeEngine({}, { maxCredits: 3, onOpen: () => lost.pop()?.() });
    const { app, line, sql } = await openOverLine({ engine });
    lost.push(() => line.mute());
    expect((await play(app, goodForm())).status).toBe(503);
    line.mend();
    await expect.poll(() => sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 0, held: 0 }]);
  });
});

it('a transaction whose connection is cut between two statements rejects, and does not end the process', async () => {
  const { url } = await freshSchema(server);
  const address = new URL(url);
  const line = await relay(Number(address.port));
  address.port = String(line.port);
  const ended: unknown[] = [];
  const end = (error: unknown): void => void ended.push(error);
  process.prependListener('uncaughtException', end);
  onTestFinished(() => void process.off('uncaughtException', end));
  const database = postgresDatabase(addressOf(address.href), 'clock_timestamp()');
  onTestFinished(() => database.close());
  const cut = database.transaction(async (query) => {
    await query(sql`SELECT 1`);
    line.cut();
    await query(sql`SELECT 1`);
  });
  await expect(cut).rejects.toThrow(StoreError);
  expect(ended).toEqual([]);
});

it('a pool that is used up is a 503 where credits are asked for, and does not stop a call with a key', async () => {
  const { app, status, sql } = await openOverLine({ rateLimit: 1, engine: costing() }, 2);
  expect(await status()).toBe(200);
  await sql('BEGIN');
  await sql('LOCK TABLE quota');
  const played = await Promise.all([1, 2, 3].map((host) => play(app, goodForm(), { 'x-forwarded-for': `192.0.2.${host}` })));
  expect(played.map((answer) => answer.status)).toEqual([503, 503, 503]);
  const busy = [1, 2].map((host) => play(app, goodForm(), { 'x-forwarded-for': `192.0.2.${host}` }));
  expect(await status()).toBe(200);
  await Promise.all(busy);
  await sql('ROLLBACK');
  expect((await play(app, goodForm())).status).toBe(200);
});

it('a server starts without PostgreSQL, and brings it to its form when it comes', async () => {
  const { url, start, remove } = newServer(await freePort());
  onTestFinished(remove);
  const store = openStore(url);
  onTestFinished(() => store.close());
  const app = await openDoor({ store, rateLimit: 1, trustedProxies: ['127.0.0.1'] });
  const status = async (by: string, from: string) =>
    (await extract(app, goodForm(), { authorization: `Bearer ${by}`, 'x-forwarded-for': from })).status;
  const health = async () => (await call(app, { url: '/health' })).status;
  expect([
    await health(),
    await status(key, '192.0.2.1'),
    await status(generateKey(), '192.0.2.2'),
    (await play(app, goodForm())).status,
  ]).toEqual([503, 200, 503, 503]);
  await start();
  await expect.poll(health).toBe(200);
  const { key: made } = await createKey(store.keys, { label: '' });
  expect([await status(made, '192.0.2.3'), (await play(app, goodForm())).status]).toEqual([200, 200]);
});
