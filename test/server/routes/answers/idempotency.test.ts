import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../../../core/index.js';
import { openStore } from '../../../../server/index.js';
import { brokenStore } from '../../support/broken-store.js';
import { extract, key, openDoor } from '../../support/door.js';
import { type FakeEngine, fakeEngine, outcome } from '../../support/fake-engine.js';
import { filePart, form, goodForm, pdf, schemaPart } from '../../support/form.js';

const other = 'pk_0123456789abcdefOTHER';

/** An engine that counts its documents in `credits`, so that no two answers are alike. */
function counting(members: Partial<Outcome> = {}): FakeEngine {
  let count = 0;
  return fakeEngine(async () => {
    count += 1;
    return outcome({ metadata: { processingTimeMs: 1, credits: count, fallbackTriggered: false }, ...members });
  });
}

const under = (id: string, more: object = {}) => ({ 'idempotency-key': id, ...more });

describe('an Idempotency-Key', () => {
  it('has the work done once, and the same answer given again, which says so', async () => {
    const engine = counting();
    const app = await openDoor({ engine });
    const answers = [await extract(app, goodForm(), under('a')), await extract(app, goodForm(), under('a'))];
    expect(engine.requests.length).toBe(1);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
  });

  it('says again which fields sent the document to Tier 2', async () => {
    const app = await openDoor({ engine: fakeEngine({ doubted: [{ path: '$.total', cause: 'unsure' }] }) });
    const answers = [await extract(app, goodForm(), under('a')), await extract(app, goodForm(), under('a'))];
    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(answers.map(({ headers }) => headers['fallback-fields'])).toEqual(['%24.total;unsure', '%24.total;unsure']);
  });

  it('is not needed: without one, or under another one, the work is done again', async () => {
    const engine = counting();
    const app = await openDoor({ engine });
    for (const headers of [{}, {}, under('a'), under('b')]) await extract(app, goodForm(), headers);
    expect(engine.requests.length).toBe(4);
  });

  it('knows a request by its file, schema and options, not by its file name', async () => {
    const engine = counting();
    const app = await openDoor({ engine });
    await extract(app, goodForm(), under('a'));
    const renamed = form(filePart(pdf, 'renamed.pdf'), schemaPart());
    expect((await extract(app, renamed, under('a'))).status).toBe(200);
    const others = [
      form(filePart('%PDF-1.7 another'), schemaPart()),
      form(filePart(), schemaPart('{"type":"object","properties":{"tax":{"type":"number"}}}')),
      goodForm({ name: 'enable_verification', value: 'true' }),
      goodForm({ name: 'include', value: 'boxes' }),
    ];
    for (const another of others) {
      const { status, body } = await extract(app, another, under('a'));
      expect([status, body.detail]).toEqual([409, expect.stringContaining('used for another file, schema or option')]);
    }
    expect(engine.requests.length).toBe(1);
  });

  it('is 409 while its first request is still being worked on', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const engine = fakeEngine(async () => promise.then(() => outcome()));
    const app = await openDoor({ engine });
    const first = extract(app, goodForm(), under('a'));
    await expect.poll(() => engine.requests.length).toBe(1);
    const second = await extract(app, goodForm(), under('a'));
    expect([second.status, second.headers['retry-after']]).toEqual([409, '1']);
    resolve();
    expect((await first).status).toBe(200);
  });

  it('answers a failed extraction again as well, with its code', async () => {
    const engine = counting({ object: null, error: { code: 'LLM_ERROR', message: 'the provider failed' } });
    const app = await openDoor({ engine });
    await extract(app, goodForm(), under('a'));
    const { body, headers } = await extract(app, goodForm(), under('a'));
    expect([body.error.code, body.metadata.credits, headers['x-error-code']]).toEqual(['LLM_ERROR', 1, 'LLM_ERROR']);
  });

  it('is free again where nothing was answered', async () => {
    let fails = true;
    const engine = fakeEngine(async () => {
      if (!fails) return outcome();
      fails = false;
      throw new Error('a mistake of ours');
    });
    const app = await openDoor({ engine });
    const noPdf = form(filePart('no PDF'), schemaPart());
    const statuses = [];
    for (const asked of [noPdf, goodForm(), goodForm()]) statuses.push((await extract(app, asked, under('a'))).status);
    expect(statuses).toEqual([400, 500, 200]);
  });

  it('of one API key is not that of another', async () => {
    const engine = counting();
    const app = await openDoor({ engine, keys: [key, other] });
    await extract(app, goodForm(), under('a'));
    const answer = await extract(app, form(filePart('%PDF-1.7 another'), schemaPart()), under('a', { authorization: `Bearer ${other}` }));
    expect([answer.status, engine.requests.length]).toEqual([200, 2]);
  });

  it.each(['', 'two words', 'a'.repeat(256)])('is refused where it is none: "%s"', async (id) => {
    expect((await extract(await openDoor(), goodForm(), under(id))).status).toBe(400);
  });

  it('is 503 where the store cannot promise anything', async () => {
    const { answers } = brokenStore();
    const engine = counting();
    const app = await openDoor({ engine, store: { ...openStore('memory:'), answers } });
    expect([(await extract(app, goodForm(), under('a'))).status, engine.requests.length]).toEqual([503, 0]);
  });

  it('leaves nothing in the store that can be read without the API key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-answers-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'vouch.db');
    const store = openStore(`sqlite:${file}`);
    const app = await openDoor({ engine: counting(), store });
    await extract(app, goodForm(), under('my-order-17'));
    await store.close();
    const kept = readFileSync(file).toString('latin1');
    expect(kept).toContain('CREATE TABLE answer');
    for (const secret of ['Exact match', 'Total 120', 'my-order-17', key]) expect(kept).not.toContain(secret);
  });
});
