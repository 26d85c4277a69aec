import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { SchemaChoice } from '../../../core/index.js';
import { createEngine } from '../../../core/index.js';
import {
  type AppOptions,
  type CallerLimits,
  createKey,
  openMetrics,
  openStore,
  rotateKey,
  type Scope,
  type Store,
} from '../../../server/index.js';
import { judge, keptRun } from '../routes/runs/review.js';
import type { ServerAnswer } from '../support/ask.js';
import { ask } from '../support/ask.js';
import { brokenStore } from '../support/broken-store.js';
import { document } from '../support/conforms.js';
import { call, extract, key, openDoor, play } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { filePart, form, goodForm, schemaPart } from '../support/form.js';
import { answerOn, dial, listen, sendRaw } from '../support/socket.js';
import { tinyParts } from '../support/tiny-parts.js';
import { metricsToken } from '../telemetry/watched-server.js';

/** An engine that works until the test ends it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { engine: fakeEngine(async () => promise.then(() => outcome())), end: () => resolve() };
}

/** A door at which everybody has a key with these limits and scopes. */
const withKey = (limits: CallerLimits, scopes: readonly Scope[] = ['extract']): Partial<AppOptions> => ({
  keys: [],
  authenticate: () => ({ kind: 'key', id: 'a', scopes, limits }),
});

/** The secrets of an expired key and of a rotated one. */
async function endedKeys({ keys }: Store): Promise<readonly string[]> {
  const expired = await createKey(keys, { label: '', expiresAt: new Date(0) });
  const rotated = await createKey(keys, { label: '' });
  await rotateKey(keys, rotated.record.id, { overlapMs: 0 });
  return [expired.key, rotated.key];
}

/** Provokes each refusal on a real server. */
const ways: Readonly<Record<string, () => Promise<readonly ServerAnswer[]>>> = {
  async 'a wrong form'() {
    const app = await openDoor();
    const forms = [
      form(schemaPart()),
      form(filePart()),
      goodForm({ name: 'confidence_threshold', value: 'high' }),
      goodForm({ name: 'enable_verification', value: 'maybe' }),
      goodForm({ name: 'include', value: 'everything' }),
      form(filePart(Buffer.from('no document')), schemaPart()),
      form(filePart(), schemaPart('{"type":"object","properties":{"_meta":{"type":"string"}}}')),
      form(filePart(Buffer.alloc(10_485_761)), schemaPart()),
      { payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } },
    ];
    return Promise.all(forms.map((one) => extract(app, one)));
  },

  async 'data that cannot be scored'() {
    const app = await openDoor();
    const forms = [
      form(filePart(), schemaPart()),
      form(filePart(), schemaPart(), { name: 'data', value: '{"total":"much"}' }),
      form(filePart(), { name: 'data', value: '{"total":1}' }, { name: 'quotes', value: '{"$.tax":"VAT"}' }),
    ];
    const headers = { authorization: `Bearer ${key}` };
    return Promise.all(
      forms.map((one) => call(app, { method: 'POST', url: '/v1/score', payload: one.payload, headers: { ...headers, ...one.headers } })),
    );
  },

  async 'a job that is not there, and questions about jobs that mean nothing'() {
    const app = await openDoor();
    const paths = [
      '/v1/batches/batch_none',
      '/v1/batches?limit=0',
      '/v1/files/file_none',
      '/v1/files?limit=0',
      '/v1/jobs/job_none',
      '/v1/jobs?limit=0',
      '/v1/jobs/job_none?wait=99',
    ];
    return Promise.all(paths.map((url) => call(app, { url, headers: { authorization: `Bearer ${key}` } })));
  },

  async 'a batch that cannot be used, and a job of one'() {
    const app = await openDoor({ work: 0 });
    const headers = { authorization: `Bearer ${key}` };
    const post = (one: ReturnType<typeof form>) =>
      call(app, { method: 'POST', url: '/v1/batches', payload: one.payload, headers: { ...headers, ...one.headers } });
    const jobs = (...ids: readonly string[]) => ({
      name: 'jobs',
      value: ids.map((custom_id) => JSON.stringify({ custom_id, file: 'invoice.pdf' })).join('\n'),
      filename: 'jobs.jsonl',
    });
    const { id } = (await post(form(jobs('a'), filePart(), schemaPart()))).body;
    const [job] = (await call(app, { url: `/v1/jobs?batch=${id}`, headers })).body.jobs;
    await call(app, { method: 'DELETE', url: `/v1/batches/${id}`, headers });
    return [
      await post(form(filePart())),
      await post(form(jobs('a', 'a'), filePart(), schemaPart())),
      await post({ payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }),
      await call(app, { method: 'POST', url: '/v1/files', payload: '{}', headers: { ...headers, 'content-type': 'application/json' } }),
      await call(app, { method: 'DELETE', url: `/v1/jobs/${job.id}`, headers }),
    ];
  },

  async 'webhooks that are none'() {
    const store = openStore('memory:');
    const app = await openDoor({ store });
    const ask = (url: string, payload?: object | string, method: 'GET' | 'POST' | 'PATCH' = 'POST', type = 'application/json') =>
      call(app, {
        method,
        url: `/v1/webhooks${url}`,
        headers: { authorization: `Bearer ${key}`, ...(payload && { 'content-type': type }) },
        ...(payload && { payload }),
      });
    const good = { url: 'https://example.com' };
    const ids = [];
    for (let made = 0; made < 20; made++) ids.push((await ask('', good)).body.id);
    const other = await openDoor({ store, jobsSecret: 'another secret of all the workers' });
    const headers = { authorization: `Bearer ${key}` };
    await ask(`/${ids[0]}`, { enabled: false }, 'PATCH');
    return [
      await ask('', good),
      await ask('', '{'),
      await ask('', {}),
      await ask('', { url: 'http://example.com' }),
      await ask('', { url: 'https://10.0.0.1' }),
      await ask('', 'x'.repeat(20_000)),
      await ask('', 'a=b', 'POST', 'application/x-www-form-urlencoded'),
      await ask('/wh_none', undefined, 'GET'),
      await ask(`/${ids[0]}/test`),
      await ask(`/${ids[1]}/replay`, { message: `msg_${'0'.repeat(26)}` }),
      await ask(`/${ids[1]}/messages?status=lost`, undefined, 'GET'),
      await call(other, { method: 'POST', url: `/v1/webhooks/${ids[1]}/secret`, headers }),
    ];
  },

  async 'no key, no token, no allowed page'() {
    const store = openStore('memory:');
    const app = await openDoor({ store, metrics: openMetrics(), metricsToken });
    return [
      await extract(app, goodForm(), { authorization: '' }),
      ...(await Promise.all((await endedKeys(store)).map((ended) => extract(app, goodForm(), { authorization: `Bearer ${ended}` })))),
      await extract(await openDoor(withKey({}, ['jobs'])), goodForm()),
      await call(app, { url: '/metrics' }),
      await play(app, goodForm(), { origin: 'https://evil.example.com' }),
    ];
  },

  async 'too often'() {
    const app = await openDoor({ rateLimit: 1 });
    const keyed = await openDoor(withKey({ rate: 5 }));
    return Promise.all([app, app, ...Array(7).fill(keyed)].map((one) => extract(one, goodForm())));
  },

  async 'no credits'() {
    const store = openStore('memory:');
    await store.quotas.reserve({ id: 'all', client: '127.0.0.1', credits: 10, leaseMs: 60_000 }, 10);
    const costing = (maxCredits: number) => openDoor({ ...withKey({ dailyCredits: 50 }), store, engine: fakeEngine({}, { maxCredits }) });
    const neverEnough = await extract(await costing(60), goodForm());
    const keyed = await costing(6);
    await store.quotas.reserve({ id: 'most', client: 'key:a:credits', credits: 46, leaseMs: 60_000 }, 50);
    const tooLong = await extract(keyed, goodForm());
    await store.quotas.reserve({ id: 'rest', client: 'key:a:credits', credits: 4, leaseMs: 60_000 }, 50);
    return [await play(await openDoor({ store }), goodForm()), neverEnough, tooLong, await extract(keyed, goodForm())];
  },

  async 'too busy'() {
    const { engine, end } = held();
    const app = await openDoor({ engine, limits: { queueMs: 20, requestsInFlight: 1 } });
    const first = extract(app, goodForm());
    await expect.poll(() => engine.requests.length).toBe(1);
    const second = await extract(app, goodForm());
    end();
    await first;
    return [second];
  },

  async 'more at once than one key may have'() {
    const { engine, end } = held();
    const app = await openDoor({ engine, limits: { queueMs: 20, requestsInFlight: 4 } });
    const first = [extract(app, goodForm()), extract(app, goodForm())];
    await expect.poll(() => engine.requests.length).toBe(2);
    const third = await extract(app, goodForm());
    end();
    await Promise.all(first);
    return [third];
  },

  async 'an Idempotency-Key again'() {
    const { engine, end } = held();
    const app = await openDoor({ engine });
    const key = { 'idempotency-key': 'one' };
    const first = extract(app, goodForm(), key);
    await expect.poll(() => engine.requests.length).toBe(1);
    const meanwhile = await extract(app, goodForm(), key);
    end();
    await first;
    return [meanwhile, await extract(app, goodForm({ name: 'enable_verification', value: 'true' }), key)];
  },

  async 'four at the playground already'() {
    const { engine, end } = held();
    const app = await openDoor({ engine });
    const first = Array.from({ length: 4 }, () => play(app, goodForm()));
    await expect.poll(() => engine.requests.length).toBe(4);
    const fifth = await play(app, goodForm());
    end();
    await Promise.all(first);
    return [fifth];
  },

  async 'no state'() {
    const app = await openDoor({ store: brokenStore() });
    return [await play(app, goodForm()), await call(app, { url: '/readyz' })];
  },

  async 'about to end'() {
    const answers = [await call(await openDoor({ draining: () => true }), { url: '/readyz' })];
    const app = await openDoor();
    app.addHook('preClose', async () => void answers.push(await ask(url, '/livez')));
    const url = `http://127.0.0.1:${await listen(app)}`;
    await app.close();
    return answers;
  },

  async 'a run in other hands'() {
    const app = await openDoor({ engine: createEngine(tinyParts()), reviewPolicy: { threshold: 1, amount_above: 1 } });
    const { id } = await keptRun(app);
    const corrected = { path: '$.total', verdict: 'corrected', value: 121, reviewer: 'anna', version: 0 };
    await judge(app, id, corrected);
    const other = await call(app, { url: '/v1/runs/job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8', headers: { authorization: `Bearer ${key}` } });
    const claimed = await judge(app, id, { ...corrected, reviewer: 'bert', version: 1 });
    await judge(app, id, { ...corrected, version: 1 });
    const stale = await judge(app, id, { ...corrected, reviewer: 'bert', version: 1 });
    const rejected = { path: '$', verdict: 'rejected', reasons: ['a copy'], reviewer: 'anna', version: 2 };
    await judge(app, id, rejected);
    return [
      other,
      claimed,
      stale,
      await judge(app, id, { ...rejected, version: 3 }),
      await judge(app, id, { ...corrected, value: undefined }),
    ];
  },

  async 'a run in a format that there is not'() {
    const app = await openDoor();
    return [await call(app, { url: '/v1/runs/job_none/export?format=doc', headers: { authorization: `Bearer ${key}` } })];
  },

  async 'a document of no schema'() {
    const candidates = [
      { name: 'invoice', version: '1', score: 0.48, signs: [] },
      { name: 'receipt', version: '1', score: 0.43, signs: [] },
    ];
    const schemas = [{ name: 'invoice' } as SchemaChoice];
    const engine = { ...fakeEngine(), schemas, classify: async () => ({ schema: undefined, candidates }) };
    return [await extract(await openDoor({ engine }), form(filePart(), { name: 'schema', value: 'auto' }))];
  },

  async 'a mistake of ours'() {
    const engine = fakeEngine(async () => Promise.reject(new Error('unexpected')));
    return [await extract(await openDoor({ engine }), goodForm())];
  },

  async 'another path or method'() {
    const app = await openDoor();
    const addresses = ['/nowhere', '/v1/extract', `/docs/guide/${'a'.repeat(200)}`];
    return Promise.all(addresses.map((url) => call(app, { url })));
  },

  async 'no HTTP as it should be'() {
    const port = await listen(await openDoor());
    const lines = (...more: readonly string[]) => ['GET /livez HTTP/1.1', 'Connection: close', ...more, '', ''].join('\r\n');
    const large = 'a'.repeat(70_000);
    return [
      await sendRaw(port, 'hello\r\n\r\n'),
      await sendRaw(port, lines()),
      await sendRaw(port, lines('Host: x', 'Expect: tea')),
      await sendRaw(port, lines('Host: x', `X: ${large}`)),
      await sendRaw(port, `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;${large}\r\n`),
    ];
  },

  /** Node answers this after a minute; the test provokes it at once. */
  async 'too slow'() {
    const app = await openDoor();
    const port = await listen(app);
    const [[socket], caller] = await Promise.all([once(app.server, 'connection'), dial(port)]);
    const answer = answerOn(caller, { method: undefined, path: '' });
    app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    return [await answer];
  },
};

it('what the document shows of a refusal is what the server says, word for word', async () => {
  const said = new Set<string>();
  for (const way of Object.values(ways)) for (const { status, body } of await way()) said.add(`${status} ${body.detail}`);
  const answers = [...Object.values(document.paths).flatMap((item) => Object.values(item)), document.components].flatMap(({ responses }) =>
    Object.entries(responses),
  );
  const shown = answers.flatMap(([name, answer]) => {
    if ('$ref' in answer) return [];
    const examples = Object.values(answer.content?.['application/json']?.examples ?? {});
    return examples.map(({ value }) => `${name.replace('Refused', '')} ${(value as { readonly detail?: string }).detail}`);
  });
  const refusals = shown.filter((line) => /^[45]/.test(line));
  expect(refusals.length).toBeGreaterThan(35);
  expect(refusals.filter((line) => !said.has(line))).toEqual([]);
});
