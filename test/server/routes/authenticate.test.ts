import { describe, expect, it } from 'vitest';
import { type AppOptions, type AuthenticatedCaller, authenticateByKey, createKey, openStore } from '../../../server/index.js';
import { type Scope, scopes } from '../../../server/state/store.js';
import { guidePage } from '../../shipped/readme/markdown.js';
import { brokenStore } from '../support/broken-store.js';
import { call, extract, key, openDoor } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';

/** A door of a host that knows its callers by a header. */
const hosted = (caller: unknown = { id: 'tenant-7' }, options: Partial<AppOptions> = {}) =>
  openDoor({ keys: [], authenticate: (request) => (request.headers['x-user'] ? (caller as AuthenticatedCaller) : undefined), ...options });

const asUser = { authorization: '', 'x-user': 'anna' };

describe('an authentication of the host', () => {
  it('lets in whom it knows, and keys of ours count no more', async () => {
    const store = openStore('memory:');
    const { key: made } = await createKey(store.keys, { label: '' });
    const app = await hosted(undefined, { store });
    expect((await extract(app, goodForm(), asUser)).status).toBe(200);
    const answer = await extract(app, goodForm(), { authorization: `Bearer ${made}` });
    expect([answer.status, answer.headers['www-authenticate'], answer.body]).toEqual([
      401,
      'Bearer',
      { detail: 'Not authorized: the request does not say who sends it in a way that this service accepts.' },
    ]);
  });

  it('is asked before a byte of the body is read', async () => {
    const app = await hosted();
    const payload = Buffer.alloc(100);
    const headers = { 'content-type': 'application/json', 'content-length': '99999999' };
    expect((await call(app, { method: 'POST', url: '/v1/extract', payload, headers })).status).toBe(401);
  });

  it('needs no store', async () => {
    expect((await extract(await hosted(undefined, { store: brokenStore() }), goodForm(), asUser)).status).toBe(200);
  });

  it('may ask for our keys beside its own', async () => {
    const store = openStore('memory:');
    const { key: made } = await createKey(store.keys, { label: '' });
    const byKey = authenticateByKey(store.keys, [key]);
    const app = await openDoor({
      keys: [],
      authenticate: (request) => (request.headers['x-user'] ? { id: 'anna' } : byKey(request)),
    });
    const statuses = [];
    for (const headers of [asUser, { authorization: `Bearer ${made}` }, {}, { authorization: 'Bearer pk_wrong' }])
      statuses.push((await extract(app, goodForm(), headers)).status);
    expect(statuses).toEqual([200, 200, 200, 401]);
  });

  it.each([
    [401, { statusCode: 401 }],
    [403, { statusCode: 403 }],
    [500, {}],
  ])('that throws is answered with %i, and nothing of its message', async (status, members) => {
    const authenticate = () => Promise.reject(Object.assign(new Error('ldap://secret is away'), members));
    const answer = await extract(await openDoor({ keys: [], authenticate }), goodForm());
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('ldap');
  });

  it.each([
    {},
    { id: '' },
    { id: 'two words' },
    { id: 'x'.repeat(129) },
    { id: key },
    { id: 'a', scopes: ['everything'] },
    { id: 'a', scopes: [] },
    { id: 'a', limits: { rate: -1 } },
    { id: 'a', limits: { dailyTokens: 1.5 } },
    { id: 'a', limits: { dailyCost: '1,50' } },
    { id: 'a', limits: { dailyToken: 5 } },
  ])('that names a caller which cannot be used is our host’s mistake: %j', async (caller) => {
    expect((await extract(await hosted(caller), goodForm(), asUser)).status).toBe(500);
  });

  it.each(['', null, 7])('that names a secret which is none is our host’s mistake: %j', async (secret) => {
    expect((await extract(await hosted({ id: 'a', secret }), goodForm(), asUser)).status).toBe(500);
  });

  it.each([undefined, null, 0, '', 'text', { statusCode: 200 }])('that throws what is no error lets nobody in: %j', async (thrown) => {
    const authenticate = () => Promise.reject(thrown);
    expect((await extract(await openDoor({ keys: [], authenticate }), goodForm())).status).toBe(500);
  });

  it('that never answers holds no connection for ever', async () => {
    const app = await openDoor({ keys: [], authenticate: () => new Promise(() => undefined) });
    expect(await extract(app, goodForm())).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });

  it('beside listed keys stops the boot', async () => {
    await expect(hosted(undefined, { keys: [key] })).rejects.toThrow('Keys are listed beside authenticate');
  });
});

describe('the scopes of a caller', () => {
  it('must have the one of the endpoint', async () => {
    expect((await extract(await hosted({ id: 'a', scopes: ['extract'] }), goodForm(), asUser)).status).toBe(200);
    const answer = await extract(await hosted({ id: 'a', scopes: ['jobs', 'review', 'admin'] }), goodForm(), asUser);
    expect([answer.status, answer.body]).toEqual([403, { detail: 'This caller lacks the scope "extract".' }]);
  });

  it.each(scopes)('allow what the guide says: %s', async (scope) => {
    const [, allowed = ''] =
      guidePage('api')
        .table('scope')
        .find(([name]) => name === `\`${scope}\``) ?? [];
    const open = [...allowed.matchAll(/`(?:(POST) )?(\/v1\/\w+)`/g)].map(([, method = 'GET', url = '']) => ({ method, url }) as const);
    const statusOf = async (granted: readonly Scope[], request: (typeof open)[number]) =>
      (await call(await hosted({ id: 'a', scopes: granted }), { ...request, headers: asUser })).status;
    expect(open.length === 0).toBe(allowed.startsWith('nothing yet'));
    for (const request of open) {
      expect([
        request,
        await statusOf(
          scopes.filter((other) => other !== scope),
          request,
        ),
      ]).toEqual([request, 403]);
      expect(await statusOf([scope], request)).not.toBe(403);
    }
  });
});

describe('what is kept for a caller of the host', () => {
  const repeated = { ...asUser, 'idempotency-key': 'one' };
  const doorOf = async (store = openStore('memory:')) => {
    const engine = fakeEngine();
    const authenticate: AppOptions['authenticate'] = ({ headers }) => ({
      id: String(headers['x-user']),
      ...(headers['x-secret'] && { secret: String(headers['x-secret']) }),
    });
    return { engine, app: await openDoor({ keys: [], engine, store, authenticate }) };
  };

  it('is its own, by its id', async () => {
    const { app, engine } = await doorOf();
    const replayed = [];
    for (const user of ['anna', 'anna', 'ben'])
      replayed.push((await extract(app, goodForm(), { ...repeated, 'x-user': user })).headers['idempotent-replayed']);
    expect(replayed).toEqual([undefined, 'true', undefined]);
    expect(engine.requests.length).toBe(2);
  });

  it('is its own where the host gives all of them one secret', async () => {
    const { app } = await doorOf();
    const replayed = [];
    for (const user of ['anna', 'ben', 'anna'])
      replayed.push(
        (await extract(app, goodForm(), { ...repeated, 'x-user': user, 'x-secret': 'of the app' })).headers['idempotent-replayed'],
      );
    expect(replayed).toEqual([undefined, undefined, 'true']);
  });

  it('is sealed with its secret where the host names one', async () => {
    const { app, engine } = await doorOf();
    for (const secret of ['a', 'b', 'a']) await extract(app, goodForm(), { ...repeated, 'x-secret': secret });
    expect(engine.requests.length).toBe(2);
  });

  it('is found by every server of the store', async () => {
    const store = openStore('memory:');
    const [first, second] = [await doorOf(store), await doorOf(store)];
    await extract(first.app, goodForm(), repeated);
    expect((await extract(second.app, goodForm(), repeated)).headers['idempotent-replayed']).toBe('true');
  });

  it('cannot be looked up while the store is away: 503', async () => {
    expect((await extract((await doorOf(brokenStore())).app, goodForm(), repeated)).status).toBe(503);
  });
});
