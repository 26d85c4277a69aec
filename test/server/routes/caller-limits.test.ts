import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AppOptions, type CallerLimits, changeKey, createKey, openStore, rotateKey, type Store } from '../../../server/index.js';
import { sqliteStore } from '../../../server/state/sqlite.js';
import { brokenStore } from '../support/broken-store.js';
import { extract, openDoor, play } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { form, goodForm, schemaPart } from '../support/form.js';

/** A key with these limits, and statuses of requests with it. */
async function keyed(limits: CallerLimits, options: Partial<AppOptions> = {}, store: Store = openStore('memory:')) {
  const { key, record } = await createKey(store.keys, { label: '', limits });
  const app = await openDoor({ store, ...options });
  const ask = (more: Readonly<Record<string, string>> = {}) => extract(app, goodForm(), { authorization: `Bearer ${key}`, ...more });
  const statuses = async (times: number) => {
    const found = [];
    for (let time = 0; time < times; time += 1) found.push((await ask()).status);
    return found;
  };
  return { app, store, key, record, ask, statuses };
}

const costing = (credits: number, maxCredits = credits) =>
  fakeEngine({ metadata: { processingTimeMs: 1, credits, fallbackTriggered: false } }, { maxCredits });

describe('the rate of a key', () => {
  it('is its own, beside that of its address', async () => {
    // A busy machine may need longer for three requests than the half second after which one more is allowed.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ask, statuses, app } = await keyed({ rate: 2 });
    expect(await statuses(2)).toEqual([200, 200]);
    const answer = await ask();
    expect([answer.status, answer.headers['retry-after'], answer.body.detail]).toEqual([
      429,
      '1',
      'Rate limit exceeded: at most 2 requests per second with this key. Retry after 1 second.',
    ]);
    expect((await extract(app, goodForm())).status).toBe(200);
  });

  it('may be less than one a second, and then says how long to wait', async () => {
    const { ask, statuses } = await keyed({ rate: 0.1 });
    await statuses(1);
    const answer = await ask();
    expect([answer.status, answer.headers['retry-after'], answer.body.detail]).toEqual([
      429,
      '10',
      'Rate limit exceeded: at most 0.1 requests per second with this key. Retry after 10 seconds.',
    ]);
  });

  it('is that of the settings without one of its own, and 0 is no limit', async () => {
    expect(await (await keyed({}, { rateLimitPerKey: 1 })).statuses(2)).toEqual([200, 429]);
    expect(await (await keyed({ rate: 0 }, { rateLimitPerKey: 1 })).statuses(3)).toEqual([200, 200, 200]);
  });

  it('counts for all secrets of the key, and from all addresses', async () => {
    const { app, store, key, record } = await keyed({ rate: 1 }, { trustedProxies: ['127.0.0.1'] });
    const { key: fresh = '' } = (await rotateKey(store.keys, record.id)) ?? {};
    const statuses = [];
    for (const [index, secret] of [key, fresh].entries())
      statuses.push(
        (await extract(app, goodForm(), { authorization: `Bearer ${secret}`, 'x-forwarded-for': `203.0.113.${index}` })).status,
      );
    expect(statuses).toEqual([200, 429]);
  });
});

describe('the credits of a key', () => {
  it('are reserved before the work and charged after it', async () => {
    const { statuses, store, record } = await keyed({ dailyCredits: 10 }, { engine: costing(2, 6) });
    expect(await statuses(2)).toEqual([200, 200]);
    expect((await store.quotas.allowance(`key:${record.id}:credits`, 10)).left).toBe(6);
  });

  it('that do not suffice refuse the document, with the time until there are more', async () => {
    const noon = Date.UTC(2030, 0, 1, 12);
    const { ask, statuses } = await keyed(
      { dailyCredits: 10 },
      { engine: costing(6) },
      sqliteStore(':memory:', () => noon),
    );
    expect(await statuses(1)).toEqual([200]);
    const answer = await ask();
    expect([answer.status, answer.headers['retry-after'], answer.body.detail]).toEqual([
      429,
      String(12 * 3_600),
      'This document can cost up to 6 credits and 4 of the 10 that this key has today are left. Send a shorter one, or come back tomorrow.',
    ]);
  });

  it('say so when a document costs more than a whole day has, so that nobody waits for the next one', async () => {
    const { ask } = await keyed({ dailyCredits: 5 }, { engine: costing(6) });
    const { body, headers } = await ask();
    expect([body.detail, headers['retry-after']]).toEqual([
      'This document can cost up to 6 credits and this key has 5 a day. Send a shorter one.',
      undefined,
    ]);
  });

  it('that are used up refuse a request before its body is read', async () => {
    const { app, key, statuses } = await keyed({ dailyCredits: 6 }, { engine: costing(6) });
    await statuses(1);
    const answer = await extract(app, form(schemaPart()), { authorization: `Bearer ${key}` });
    expect([answer.status, answer.body.detail]).toEqual([429, 'The 6 credits of this key for today are used up.']);
  });

  it('are given back when a document cannot be opened or read', async () => {
    const engine = fakeEngine(async () => Promise.reject(new Error('a mistake of ours')), { maxCredits: 6 });
    const { ask, store, record } = await keyed({ dailyCredits: 6 }, { engine });
    expect((await ask()).status).toBe(500);
    expect((await store.quotas.allowance(`key:${record.id}:credits`, 6)).left).toBe(6);
  });

  it('are charged in one transaction with the answer that is kept for a repeated key', async () => {
    const store = sqliteStore(':memory:');
    const answers = { ...store.answers, keep: () => Promise.reject(new Error('died between the charge and the answer')) };
    const { ask, record } = await keyed({ dailyCredits: 6 }, { engine: costing(3) }, { ...store, answers });
    const asked = [await ask({ 'idempotency-key': 'one' }), await ask({ 'idempotency-key': 'one' })];
    expect(asked.map(({ status, headers }) => [status, headers['idempotent-replayed']])).toEqual([
      [200, undefined],
      [200, 'true'],
    ]);
    expect((await store.quotas.allowance(`key:${record.id}:credits`, 6)).left).toBe(3);
  });

  it('are not charged again for an answer that is repeated', async () => {
    const { ask, store, record } = await keyed({ dailyCredits: 6 }, { engine: costing(3) });
    for (const _ of [1, 2]) expect((await ask({ 'idempotency-key': 'one' })).status).toBe(200);
    expect((await store.quotas.allowance(`key:${record.id}:credits`, 6)).left).toBe(3);
  });

  it('are those of the settings without a limit of its own, which an operator can change at any time', async () => {
    const { ask, store, record } = await keyed({}, { engine: costing(3), dailyCreditsPerKey: 3 });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    await changeKey(store.keys, record.id, { limits: { dailyCredits: 6 } });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    await changeKey(store.keys, record.id, { limits: { dailyCredits: 0 } });
    expect((await ask()).status).toBe(200);
  });

  it('are counted by caller where the host authenticates', async () => {
    const authenticate: AppOptions['authenticate'] = ({ headers }) => ({ id: String(headers['x-user']), limits: { dailyCredits: 3 } });
    const app = await openDoor({ keys: [], authenticate, engine: costing(3) });
    const ask = async (user: string) => (await extract(app, goodForm(), { 'x-user': user })).status;
    expect([await ask('anna'), await ask('anna'), await ask('ben')]).toEqual([200, 429, 200]);
  });

  it('are not those of the playground', async () => {
    const { app, statuses } = await keyed({ dailyCredits: 3 }, { engine: costing(3) });
    expect(await statuses(2)).toEqual([200, 429]);
    expect((await play(app, goodForm())).status).toBe(200);
  });

  it('of ten requests at once are never overspent', async () => {
    const engine = fakeEngine(async () => outcome({ metadata: { processingTimeMs: 1, credits: 3, fallbackTriggered: false } }), {
      maxCredits: 3,
    });
    const { ask, store, record } = await keyed({ dailyCredits: 10 }, { engine });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200).length).toBe(3);
    expect((await store.quotas.allowance(`key:${record.id}:credits`, 10)).left).toBe(1);
  });

  it('that cannot be looked up are a 503, and a caller without a limit needs no look', async () => {
    const options = { authenticate: () => ({ id: 'anna', limits: { dailyCredits: 3 } }), keys: [], store: brokenStore() };
    expect((await extract(await openDoor(options), goodForm())).status).toBe(503);
    expect((await extract(await openDoor({ ...options, authenticate: () => ({ id: 'anna' }) }), goodForm())).status).toBe(200);
  });
});

describe('an answer that is kept for an Idempotency-Key', () => {
  const repeat = { 'idempotency-key': 'one' };

  it('is found with the new secret of a key whose holder has rotated it', async () => {
    const engine = fakeEngine();
    const { app, ask, store, key, record } = await keyed({}, { engine });
    await ask(repeat);
    const { key: fresh = '' } = (await rotateKey(store.keys, record.id, { from: key })) ?? {};
    const { key: freshest = '' } = (await rotateKey(store.keys, record.id, { from: fresh, overlapMs: 0 })) ?? {};
    const answer = await extract(app, goodForm(), { authorization: `Bearer ${freshest}`, ...repeat });
    expect([answer.headers['idempotent-replayed'], engine.requests.length]).toEqual(['true', 1]);
  });

  it('stays with the old secret where an operator has rotated the key without it', async () => {
    const { app, ask, store, record } = await keyed({});
    await ask(repeat);
    const { key: fresh = '' } = (await rotateKey(store.keys, record.id)) ?? {};
    expect(
      (await extract(app, goodForm(), { authorization: `Bearer ${fresh}`, ...repeat })).headers['idempotent-replayed'],
    ).toBeUndefined();
    expect((await ask(repeat)).headers['idempotent-replayed']).toBe('true');
  });
});
