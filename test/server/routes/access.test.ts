import { describe, expect, it } from 'vitest';
import { generateKey } from '../../../server/guards/key-secret.js';
import { type AppOptions, changeKey, createKey, openStore, rotateKey } from '../../../server/index.js';
import { brokenStore } from '../support/broken-store.js';
import { call, extract, key, openDoor } from '../support/door.js';
import { goodForm } from '../support/form.js';

const refused = { detail: 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".' };

async function authorized(authorization: string | undefined, options: Partial<AppOptions> = {}, url = '/v1/extract') {
  const { payload, headers } = goodForm();
  return call(await openDoor(options), {
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
  });
}

describe('the key', () => {
  it.each([`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])('is taken from %j', async (authorization) => {
    expect((await authorized(authorization)).status).toBe(200);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    key,
    `Basic ${key}`,
    `Bearer ${key}x`,
    'Bearer pk_',
    'Bearer sk_0123456789abcdefTEST',
    `Bearer ${key} ${key}`,
  ])('is refused in %j, always in the same words', async (authorization) => {
    const answer = await authorized(authorization);
    expect([answer.status, answer.body, answer.headers['www-authenticate']]).toEqual([401, refused, 'Bearer']);
  });

  it('is never taken from the address', async () => {
    expect((await authorized(undefined, {}, `/v1/extract?api_key=${key}&key=${key}&Authorization=Bearer%20${key}`)).status).toBe(401);
  });

  it('of the store is valid until it is revoked', async () => {
    const store = openStore('memory:');
    const made = await createKey(store.keys, { label: 'a test' });
    expect((await authorized(`Bearer ${made.key}`, { store, keys: [] })).status).toBe(200);
    await store.keys.revoke(made.record.id);
    const answer = await authorized(`Bearer ${made.key}`, { store, keys: [] });
    expect([answer.status, answer.body]).toEqual([401, refused]);
  });

  it('of the store is told that it has expired, but only with the right secret', async () => {
    const store = openStore('memory:');
    const made = await createKey(store.keys, { label: 'a test', expiresAt: new Date(Date.now() - 1) });
    const answer = await authorized(`Bearer ${made.key}`, { store });
    expect([answer.status, answer.body, answer.headers['www-authenticate']]).toEqual([
      401,
      { detail: 'This API key has expired. Who made the key can give it a later end with "vouch key set".' },
      'Bearer',
    ]);
    expect((await authorized(`Bearer ${made.key.slice(0, -7)}${generateKey().slice(-7)}`, { store })).body).toEqual(refused);
  });

  it('of the store is told that a newer secret has replaced it', async () => {
    const store = openStore('memory:');
    const { key: old, record } = await createKey(store.keys, { label: 'a test' });
    const { key: fresh = '' } = (await rotateKey(store.keys, record.id, { overlapMs: 0 })) ?? {};
    expect((await authorized(`Bearer ${fresh}`, { store })).status).toBe(200);
    expect((await authorized(`Bearer ${old}`, { store })).body).toEqual({
      detail: 'This API key has been replaced by a newer secret, and the time in which both worked is over.',
    });
    await store.keys.revoke(record.id);
    expect((await authorized(`Bearer ${old}`, { store })).body).toEqual(refused);
  });

  it('of the store must have the scope of the endpoint', async () => {
    const store = openStore('memory:');
    const made = await createKey(store.keys, { label: 'a test', scopes: ['jobs', 'admin'] });
    const answer = await authorized(`Bearer ${made.key}`, { store });
    expect([answer.status, answer.body]).toEqual([
      403,
      { detail: 'This API key lacks the scope "extract". Who made the key can add it with "vouch key set".' },
    ]);
    await changeKey(store.keys, made.record.id, { scopes: ['extract'] });
    expect((await authorized(`Bearer ${made.key}`, { store })).status).toBe(200);
  });

  it('of the store is noted as used, and a refused one is not', async () => {
    const store = openStore('memory:');
    const used = await createKey(store.keys, { label: 'used' });
    const expired = await createKey(store.keys, { label: 'expired', expiresAt: new Date(0) });
    for (const { key: secret } of [used, expired]) await authorized(`Bearer ${secret}`, { store });
    const noted = (await store.keys.list()).map(({ label, lastUsedAt }) => [label, lastUsedAt !== null]);
    expect(Object.fromEntries(noted)).toEqual({ used: true, expired: false });
  });

  it('that cannot be looked up is 503, not 401', async () => {
    const answer = await authorized(`Bearer ${generateKey()}`, { store: brokenStore() });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  });

  it('of the environment needs no store, and one that nobody can have made is refused without it', async () => {
    const store = brokenStore();
    expect((await authorized(`Bearer ${key}`, { store })).status).toBe(200);
    expect((await authorized(`Bearer ${key}x`, { store })).status).toBe(401);
  });

  it('in the environment must look like a key, and the message does not show it', async () => {
    await expect(openDoor({ keys: [key, 'hunter2'] })).rejects.toThrow(/^Key 2 must be "pk_" and at least 16/);
  });
});

describe('the rate of /v1/extract', () => {
  it('is one request a second and address', async () => {
    const app = await openDoor({ rateLimit: 1 });
    expect((await extract(app, goodForm())).status).toBe(200);
    const answer = await extract(app, goodForm());
    expect([answer.status, answer.headers['retry-after'], answer.body.detail]).toEqual([
      429,
      '1',
      'Rate limit exceeded: at most 1 request per second from one address. Retry after 1 second.',
    ]);
  });

  it('counts before the key is looked at', async () => {
    const app = await openDoor({ rateLimit: 1 });
    const wrong = { authorization: 'Bearer pk_wrong' };
    expect([(await extract(app, goodForm(), wrong)).status, (await extract(app, goodForm(), wrong)).status]).toEqual([401, 429]);
  });

  it('may be set: so many at once, and then no more', async () => {
    const app = await openDoor({ rateLimit: 3 });
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await extract(app, goodForm())).status);
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses).toContain(429);
  });

  it('does not hold for the other paths', async () => {
    const app = await openDoor({ rateLimit: 1 });
    const paths = ['/health', '/', '/health', '/'];
    expect((await Promise.all(paths.map((url) => call(app, { url })))).map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  });

  it('believes no forwarded address unless its sender is trusted', async () => {
    const app = await openDoor({ rateLimit: 1 });
    const first = await extract(app, goodForm(), { 'x-forwarded-for': '203.0.113.1' });
    const second = await extract(app, goodForm(), { 'x-forwarded-for': '203.0.113.2' });
    expect([first.status, second.status]).toEqual([200, 429]);
  });

  it('knows the clients behind a trusted proxy apart', async () => {
    const app = await openDoor({ rateLimit: 1, trustedProxies: ['127.0.0.0/8'] });
    const from = async (forwarded: string) => (await extract(app, goodForm(), { 'x-forwarded-for': forwarded })).status;
    expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('8.8.8.8, 203.0.113.2')]).toEqual([200, 200, 429]);
  });

  it('takes a /64 for one client', async () => {
    const app = await openDoor({ rateLimit: 1, trustedProxies: ['127.0.0.1'] });
    const from = async (forwarded: string) => (await extract(app, goodForm(), { 'x-forwarded-for': forwarded })).status;
    expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:1::1')]).toEqual([200, 429, 200]);
  });

  it('that cannot be looked up is 503', async () => {
    expect((await extract(await openDoor({ rateLimit: 1, store: brokenStore() }), goodForm())).status).toBe(503);
  });

  it.each(['loopback', '10.0.0.0/33', '1', 'true', '10.0.0.0/8/8', '::/129'])('a proxy %j stops the boot', async (cidr) => {
    await expect(openDoor({ trustedProxies: [cidr] })).rejects.toThrow(`"${cidr}" is not an IP range such as "10.1.2.0/28"`);
  });
});
