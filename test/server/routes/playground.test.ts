import { describe, expect, it } from 'vitest';
import { openStore } from '../../../server/index.js';
import { brokenStore } from '../support/broken-store.js';
import { call, extract, openDoor, origin, play } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { filePart, form, goodForm, schemaPart } from '../support/form.js';
import { callHost } from '../support/not-held.js';

/** An engine for documents that can cost `most` and then do cost `credits`. */
const costing = (most: number, credits: number) =>
  fakeEngine({ metadata: { processingTimeMs: 1, credits, fallbackTriggered: credits > 1 } }, { maxCredits: most });

describe('POST /v1/playground', () => {
  it('answers an allowed page like /v1/extract, without a key', async () => {
    const answer = await play(await openDoor(), goodForm());
    expect([answer.status, answer.body.object.total]).toEqual([200, 120]);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
  });

  it.each([
    undefined,
    '',
    'null',
    '*',
    'https://play.example.com.evil.org',
    'https://evil-play.example.com',
    'http://play.example.com',
    'https://play.example.com:8443',
    'https://PLAY.example.com',
    'https://play.example.com/',
  ])('refuses the origin %j before it reads the body', async (from) => {
    const engine = fakeEngine();
    const { payload, headers } = goodForm();
    const answer = await call(await openDoor({ engine }), {
      method: 'POST',
      url: '/v1/playground',
      payload,
      headers: { ...headers, ...(from !== undefined && { origin: from }) },
    });
    expect([answer.status, answer.body.detail, engine.requests.length]).toEqual([403, expect.stringMatching(/^Origin not allowed/), 0]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['vary']).toBe('Origin');
  });

  it.each([
    ['http://localhost:8080', 'localhost:8080'],
    ['http://vouch.localhost:8080', 'vouch.localhost:8080'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://[::1]:8080', '[::1]:8080'],
    ['https://10.1.2.3', '10.1.2.3'],
    ['https://10.1.2.3', '10.1.2.3:443'],
  ])('answers the page that it serves itself, at %s by the host %s', async (from, host) => {
    const app = await openDoor({ playgroundOrigins: [] });
    expect((await play(app, goodForm(), { origin: from, host })).status).toBe(200);
  });

  it.each([
    ['http://10.1.2.3', '10.1.2.3:8080'],
    ['http://10.1.2.3', '127.0.0.1'],
    ['http://localhost.evil.org', 'localhost'],
    ['http://notlocalhost', 'notlocalhost'],
    ['null', 'null'],
    ['http://localhost/', 'localhost'],
    ['file://localhost', 'localhost'],
  ])('refuses a page of %s that calls the host %s', async (from, host) => {
    const app = await openDoor({ playgroundOrigins: [] });
    expect((await play(app, goodForm(), { origin: from, host })).status).toBe(403);
  });

  it('refuses a page of a strange name that leads to this address, which is DNS rebinding, until the name is listed', async () => {
    const page = { origin: 'http://rebound.evil.org:8080', host: 'rebound.evil.org:8080' };
    expect((await play(await openDoor({ playgroundOrigins: [] }), goodForm(), page)).status).toBe(403);
    const own = { origin: 'https://vouch.example.com', host: 'vouch.example.com' };
    expect((await play(await openDoor({ playgroundOrigins: [own.origin] }), goodForm(), own)).status).toBe(200);
  });

  it('says in a header which fields sent the document to Tier 2', async () => {
    const engine = fakeEngine({
      doubted: [
        { path: '$.total', cause: 'null' },
        { path: "$['größe (cm)']", cause: 'unsure' },
      ],
    });
    const { headers } = await play(await openDoor({ engine }), goodForm());
    expect(headers['fallback-fields']).toBe("%24.total;null, %24%5B'gr%C3%B6%C3%9Fe%20(cm)'%5D;unsure");
  });

  it('lets a page read a refusal, too', async () => {
    const answer = await play(await openDoor(), { payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([415, origin]);
  });

  it('answers the question a browser asks first', async () => {
    const answer = await call(await openDoor(), {
      method: 'OPTIONS',
      url: '/v1/playground',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers['access-control-allow-methods']]).toEqual([
      204,
      origin,
      'POST',
    ]);
  });

  it('answers that question of a strange page with 403', async () => {
    const answer = await call(await openDoor(), { method: 'OPTIONS', url: '/v1/playground', headers: { origin: 'https://evil.org' } });
    expect(answer.status).toBe(403);
  });

  it.each(['*', 'null', 'https://a.example/', 'a.example', 'ftp://a.example', 'https://a.example:443'])(
    'the origin %j stops the boot',
    async (entry) => {
      await expect(openDoor({ playgroundOrigins: [entry] })).rejects.toThrow(`"${entry}" is not an origin`);
    },
  );
});

describe('the ten credits of a day', () => {
  it('are charged by what the work did cost, not by what it could have', async () => {
    const store = openStore('memory:');
    const app = await openDoor({ engine: costing(6, 2), store });
    for (const left of [8, 6, 4]) {
      expect((await play(app, goodForm())).status).toBe(200);
      expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(left);
    }
  });

  it('refuse a document that could cost more than is left, and say both', async () => {
    const app = await openDoor({ engine: costing(6, 6) });
    await play(app, goodForm());
    const answer = await play(app, goodForm());
    expect([answer.status, answer.body.detail]).toEqual([
      429,
      "This document can cost up to 6 credits and 4 of today's 10 are left. Opening it took one. Send a shorter one, or come back tomorrow.",
    ]);
    const untilMidnight = (86_400_000 - (Date.now() % 86_400_000)) / 1_000;
    expect(Math.abs(Number(answer.headers['retry-after']) - untilMidnight)).toBeLessThan(60);
  });

  it('are never enough for a document that could cost more than all of them', async () => {
    const answer = await play(await openDoor({ engine: costing(12, 4) }), goodForm());
    expect([answer.status, answer.body.detail]).toEqual([
      429,
      'This document can cost up to 12 credits and the playground has 10 a day. Send a shorter one, or use an API key.',
    ]);
  });

  it('turn a client away that has used them, before its upload is read', async () => {
    const engine = costing(9, 10);
    const app = await openDoor({ engine });
    await play(app, goodForm());
    const answer = await play(app, goodForm());
    expect([answer.status, answer.body.detail, engine.requests.length]).toEqual([
      429,
      "The playground's 10 credits for today are used up.",
      1,
    ]);
  });

  it('are given back when the work ends without an outcome', async () => {
    const store = openStore('memory:');
    const engine = fakeEngine(
      async () => {
        throw new Error('a mistake of ours');
      },
      { maxCredits: 9 },
    );
    expect((await play(await openDoor({ engine, store }), goodForm())).status).toBe(500);
    expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(10);
  });

  it('are charged on a failure for what ran', async () => {
    const store = openStore('memory:');
    const failed = {
      object: null,
      metadata: { processingTimeMs: 1, credits: 1, fallbackTriggered: false },
      error: { code: 'LLM_ERROR', message: 'No.' },
    } as const;
    const engine = fakeEngine(failed, { maxCredits: 3 });
    await play(await openDoor({ engine, store }), goodForm());
    expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(9);
  });

  it.each([
    ['is unreadable', 0, { code: 'EXTRACTION_FAILED', message: 'The PDF could not be read' }, 200],
    ['costs more than there are', 12, undefined, 429],
  ] as const)('pay for opening a document that %s, one each', async (_, maxCredits, error, status) => {
    const store = openStore('memory:');
    const failed = { object: null, metadata: { processingTimeMs: 1, credits: 0, fallbackTriggered: false }, ...(error && { error }) };
    const app = await openDoor({ engine: fakeEngine(failed, { maxCredits }), store });
    for (const left of [9, 8]) {
      expect((await play(app, goodForm())).status).toBe(status);
      expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(left);
    }
  });

  it('pay for no file of another type, and for no schema that cannot be used', async () => {
    const store = openStore('memory:');
    const app = await openDoor({ engine: costing(9, 9), store });
    await play(app, form(filePart('not a document'), schemaPart()));
    await play(app, form(filePart(), schemaPart('[]')));
    expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(10);
  });

  it('are one for each of many documents that are opened at once, and open none beyond them', async () => {
    const opened: number[] = [];
    const held = Promise.withResolvers<void>();
    const engine = fakeEngine(() => held.promise.then(() => outcome()), { onOpen: () => opened.push(1) });
    const app = await openDoor({ engine, limits: { playgroundTogether: 20, playgroundCredits: 2 } });
    const answers = Array.from({ length: 5 }, () => play(app, goodForm()));
    await expect.poll(() => opened.length).toBe(2);
    held.resolve();
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
  });

  it('share no count with calls that have a key', async () => {
    const store = openStore('memory:');
    const engine = costing(9, 9);
    const { payload, headers } = goodForm();
    await call(await openDoor({ engine, store }), {
      method: 'POST',
      url: '/v1/extract',
      payload,
      headers: { ...headers, authorization: 'Bearer pk_0123456789abcdefTEST' },
    });
    expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(10);
  });

  it('that cannot be looked up are 503', async () => {
    expect((await play(await openDoor({ store: brokenStore() }), goodForm())).status).toBe(503);
  });
});

describe('without a playground', () => {
  it.each([
    ['POST', '/v1/playground'],
    ['OPTIONS', '/v1/playground'],
    ['PUT', '/v1/playground'],
    ['GET', '/playground'],
    ['GET', '/playground/state'],
    ['GET', '/playground/index.html'],
  ] as const)('%s %s is 404, and says which paths there are', async (method, url) => {
    const answer = await callHost(await openDoor({ playground: false }), { method, url, headers: { origin } });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      {
        detail: expect.stringMatching(
          /^Not found: the paths are \/v1\/extract, \/v1\/classify, \/v1\/score, \/v1\/jobs, \/v1\/jobs\/:id, \/v1\/batches, .*\/health, /,
        ),
      },
    ]);
  });

  it('the rest is as it is, and nothing written about it names it', async () => {
    const app = await openDoor({ playground: false });
    expect((await extract(app, goodForm())).status).toBe(200);
    const { body } = await call(app, { url: '/openapi.json' });
    expect(Object.keys(body.paths).filter((path) => path.includes('playground'))).toEqual([]);
  });
});
