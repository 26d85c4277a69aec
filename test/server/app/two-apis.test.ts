import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { createEngine, type Engine } from '../../../core/index.js';
import { createKey, type ExtractionApiOptions, extractionApi, openStore, type Store } from '../../../server/index.js';
import { samplePath } from '../../fixtures/sample.js';
import { call, origin } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { type FormPart, filePart, form, goodForm, schemaPart } from '../support/form.js';

const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
const keys = { invoices: 'pk_0123456789INVOICES', receipts: 'pk_0123456789RECEIPTS' };
type MountedApi = keyof typeof keys;

/** One app of a team with the endpoints twice, each with what belongs to it. */
async function both(options: (place: MountedApi) => Partial<ExtractionApiOptions> & { readonly engine: Engine }): Promise<FastifyInstance> {
  const app = Fastify();
  onTestFinished(() => app.close());
  for (const place of ['invoices', 'receipts'] as const)
    await app.register(extractionApi, { keys: [keys[place]], rateLimit: 0, ...options(place), prefix: `/${place}` });
  return app;
}

async function extract(app: FastifyInstance, place: MountedApi, key: string = keys[place], body = goodForm()) {
  const { payload, headers } = body;
  return call(app, { method: 'POST', url: '/v1/extract', payload, headers: { ...headers, authorization: `Bearer ${key}` } }, `/${place}`);
}

async function play(app: FastifyInstance, place: MountedApi, from = origin): Promise<number> {
  const { payload, headers } = goodForm();
  return (await call(app, { method: 'POST', url: '/v1/playground', payload, headers: { ...headers, origin: from } }, `/${place}`)).status;
}

function store(): Store {
  const opened = openStore('memory:');
  onTestFinished(() => opened.close());
  return opened;
}

describe('two extraction APIs in one app', () => {
  it('ask each its own engine, configured in its own way', async () => {
    const engines = { invoices: createEngine(settings), receipts: createEngine({ ...settings, rules: [] }) };
    onTestFinished(async () => void (await Promise.all(Object.values(engines).map((one) => one.close()))));
    const app = await both((place) => ({ engine: engines[place] }));
    const verified: FormPart = { name: 'enable_verification', value: 'true' };
    const body = form(filePart(readFileSync(samplePath)), schemaPart(), verified);
    const answers = [await extract(app, 'invoices', keys.invoices, body), await extract(app, 'receipts', keys.receipts, body)];
    expect(answers.map((answer) => [answer.body.object.total, answer.body.verification.status])).toEqual([
      [12231.98, 'PASSED'],
      [12231.98, 'NO_RULES'],
    ]);
  });

  it('know each its own keys, listed and made', async () => {
    const stores = { invoices: store(), receipts: store() };
    const app = await both((place) => ({ engine: fakeEngine(), store: stores[place] }));
    const { key: made } = await createKey(stores.invoices.keys, { label: 'accounting' });
    const statuses = [keys.invoices, made].map(async (key) => [
      (await extract(app, 'invoices', key)).status,
      (await extract(app, 'receipts', key)).status,
    ]);
    expect(await Promise.all(statuses)).toEqual([
      [200, 401],
      [200, 401],
    ]);
  });

  it('count rates apart, and together where they share a store', async () => {
    const apart = await both(() => ({ engine: fakeEngine(), rateLimit: 0.01 }));
    const one = store();
    const together = await both(() => ({ engine: fakeEngine(), rateLimit: 0.01, store: one }));
    const statuses = async (app: FastifyInstance) => [
      (await extract(app, 'invoices')).status,
      (await extract(app, 'invoices')).status,
      (await extract(app, 'receipts')).status,
    ];
    expect([await statuses(apart), await statuses(together)]).toEqual([
      [200, 429, 200],
      [200, 429, 429],
    ]);
  });

  it('let each its own pages play, for credits of its own', async () => {
    const engine = fakeEngine({ metadata: { processingTimeMs: 1, credits: 6, fallbackTriggered: false } }, { maxCredits: 6 });
    const pages = { invoices: [origin], receipts: [origin, 'https://receipts.example.com'] };
    const app = await both((place) => ({ engine, playground: true, playgroundOrigins: pages[place] }));
    expect([
      await play(app, 'invoices'),
      await play(app, 'invoices'),
      await play(app, 'receipts'),
      await play(app, 'invoices', 'https://receipts.example.com'),
    ]).toEqual([200, 429, 200, 403]);
  });

  it('refuse each by its own limits, and say each where it is', async () => {
    const fileBytes = { invoices: 10_485_760, receipts: 10 };
    const app = await both((place) => ({ engine: fakeEngine(), limits: { fileBytes: fileBytes[place] } }));
    expect([(await extract(app, 'invoices')).status, (await extract(app, 'receipts')).status]).toEqual([200, 413]);
    const documentation = async (place: MountedApi) => (await call(app, { url: '/' }, `/${place}`)).body.documentation;
    expect([await documentation('invoices'), await documentation('receipts')]).toEqual([
      'http://localhost:80/invoices/docs',
      'http://localhost:80/receipts/docs',
    ]);
  });

  it('go on without the other: a full queue here refuses nobody there', async () => {
    let finish = (): void => undefined;
    const hanging = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const engines = { invoices: fakeEngine(async () => hanging.then(() => outcome())), receipts: fakeEngine() };
    const app = await both((place) => ({ engine: engines[place], limits: { requestsInFlight: 1, queueMs: 50 } }));
    const first = extract(app, 'invoices');
    await expect.poll(() => engines.invoices.requests.length).toBe(1);
    expect([(await extract(app, 'invoices')).status, (await extract(app, 'receipts')).status]).toEqual([503, 200]);
    finish();
    expect((await first).status).toBe(200);
  });
});
