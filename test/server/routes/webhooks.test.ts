import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKey, type Store } from '../../../server/index.js';
import { sqliteStore } from '../../../server/state/sqlite.js';
import { type FakeReceiver, fakeReceiver, type Received } from '../../fakes/receiver.js';
import { call, key, openDoor } from '../support/door.js';
import { goodForm } from '../support/form.js';

const auth = (secret = key) => ({ authorization: `Bearer ${secret}` });
const ask = (app: FastifyInstance, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, secret?: string) =>
  call(app, { method, url: `/v1/webhooks${path}`, headers: auth(secret), ...(body && { payload: body }) });
const loopback = { webhookNetworks: ['127.0.0.0/8'] };
const ours = { url: 'https://example.com/hook' };

const post = async (app: FastifyInstance, webhook: string) => {
  const { payload, headers } = goodForm({ name: 'webhook', value: webhook });
  return call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers } });
};

/** An app that works and tells a receiver on the loopback; `pass` moves the clock of its store. */
async function telling(more?: Parameters<typeof fakeReceiver>[0]) {
  const time = { ahead: 0 };
  const store = sqliteStore(':memory:', () => Date.now() + time.ahead);
  onTestFinished(() => store.close());
  const app = await openDoor({ store, ...loopback });
  const receiver = await fakeReceiver(more);
  const { body } = await ask(app, 'POST', '', { url: receiver.url });
  const pass = (ms: number): void => {
    time.ahead += ms;
  };
  return { app, store, receiver, webhook: body, pass };
}

const arrived = (receiver: FakeReceiver, count: number): Promise<readonly Received[]> =>
  vi.waitFor(() => {
    expect(receiver.received.length).toBeGreaterThanOrEqual(count);
    return receiver.received;
  }, 20_000);
const at = (received: readonly Received[], index: number): Received => {
  const one = received.at(index);
  if (!one) throw new Error('nothing was received');
  return one;
};
const verified = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers as Record<string, string>);
const lastMessage = async (app: FastifyInstance, id: string) => (await ask(app, 'GET', `/${id}/messages`)).body.messages[0];
const noted = (app: FastifyInstance, id: string, attempts: number) =>
  vi.waitFor(async () => {
    const message = await lastMessage(app, id);
    expect(message.attempts).toHaveLength(attempts);
    return message;
  }, 20_000);

describe('a webhook', () => {
  it('is told that a job has ended, in a message that the reference library of Standard Webhooks verifies', async () => {
    const { app, receiver, webhook } = await telling();
    const { body: job } = await post(app, webhook.id);
    expect(job.webhook).toBe(webhook.id);
    const message = at(await arrived(receiver, 1), 0);
    expect(verified(webhook.secret, message)).toEqual({
      type: 'job.done',
      timestamp: expect.any(String),
      data: { id: job.id, status: 'done' },
    });
    expect(message.headers).toMatchObject({ 'webhook-id': job.id.replace('job', 'msg'), 'content-type': 'application/json' });
    expect(await noted(app, webhook.id, 1)).toMatchObject({
      about: job.id,
      status: 'delivered',
      attempts: [{ status: 204, error: null }],
      next_attempt_at: null,
    });
  });

  it('that is forged, altered or old is refused by that library', async () => {
    const { app, receiver, webhook } = await telling();
    await ask(app, 'POST', `/${webhook.id}/test`);
    const message = at(await arrived(receiver, 1), 0);
    const other = (await ask(app, 'POST', '', ours)).body.secret;
    expect(() => verified(other, message)).toThrow(/signature/i);
    expect(() => verified(webhook.secret, { ...message, body: message.body.replace('test', 'tset') })).toThrow(/signature/i);
    const old = { ...message, headers: { ...message.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 3_600) } };
    expect(() => verified(webhook.secret, old)).toThrow(/old/i);
  });

  it('whose receiver is down is told later, under the same id, and what it missed for good when it is replayed', async () => {
    const { app, receiver, webhook, pass } = await telling();
    receiver.answers(503);
    const { body: job } = await post(app, webhook.id);
    const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, seconds] of pauses.entries()) {
      await arrived(receiver, index + 1);
      await noted(app, webhook.id, index + 1);
      pass(seconds * 1_250);
    }
    const given = await noted(app, webhook.id, 10);
    expect(given).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    const off = (await ask(app, 'GET', `/${webhook.id}`)).body;
    expect(off).toMatchObject({ enabled: false, disabled_why: 'Each delivery of the last three days has failed' });
    expect((await post(app, webhook.id)).body.detail).toMatch(/^The webhook is switched off/);
    expect((await ask(app, 'POST', `/${webhook.id}/replay`, { since: job.created_at })).status).toBe(409);
    receiver.answers(204);
    await ask(app, 'PATCH', `/${webhook.id}`, { enabled: true });
    expect((await ask(app, 'POST', `/${webhook.id}/replay`, { since: job.created_at })).body).toEqual({ replayed: 1 });
    await arrived(receiver, 11);
    expect(await noted(app, webhook.id, 11)).toMatchObject({ id: given.id, status: 'delivered' });
  });

  it('says in its log where the process that sends has another secret', async () => {
    const store = sqliteStore(':memory:');
    onTestFinished(() => store.close());
    const app = await openDoor({ store, work: 0, jobsSecret: 's'.repeat(32) });
    const { id } = (await ask(app, 'POST', '', ours)).body;
    await ask(app, 'POST', `/${id}/test`);
    await (await openDoor({ store })).ready();
    expect((await noted(app, id, 1)).attempts[0].error).toMatch(/^The receiver was not called: its address is sealed with another secret/);
  });

  it('that answers 410 is switched off at once', async () => {
    const { app, receiver, webhook } = await telling();
    receiver.answers(410);
    await post(app, webhook.id);
    await vi.waitFor(async () => {
      expect((await ask(app, 'GET', `/${webhook.id}`)).body).toMatchObject({
        enabled: false,
        disabled_why: 'The receiver answered 410 Gone',
      });
    }, 20_000);
  });

  it('that sends the message elsewhere is not followed', async () => {
    const elsewhere = await fakeReceiver();
    const { app, receiver, webhook } = await telling((_request, response) => void response.setHeader('Location', elsewhere.url).end());
    receiver.answers(307);
    await ask(app, 'POST', `/${webhook.id}/test`);
    expect(await noted(app, webhook.id, 1)).toMatchObject({
      status: 'pending',
      attempts: [{ status: 307, error: expect.stringMatching(/redirects are not followed/) }],
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('that never answers, or closes the connection, has a log that says so', async () => {
    const { app, webhook } = await telling((request) => void request.socket.destroy());
    await ask(app, 'POST', `/${webhook.id}/test`);
    expect(await noted(app, webhook.id, 1)).toMatchObject({
      attempts: [{ status: null, error: 'The receiver closed the connection without an answer' }],
    });
  });

  it('with a new secret signs with both for a day, and then with the new one alone', async () => {
    const { app, receiver, webhook } = await telling();
    const { secret } = (await ask(app, 'POST', `/${webhook.id}/secret`)).body;
    await ask(app, 'POST', `/${webhook.id}/test`);
    const message = at(await arrived(receiver, 1), 0);
    expect([verified(secret, message), verified(webhook.secret, message)]).toEqual(
      Array(2).fill(expect.objectContaining({ type: 'webhook.test' })),
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await ask(app, 'POST', `/${webhook.id}/test`);
    const later = at(await arrived(receiver, 2), -1);
    expect(verified(secret, later)).toMatchObject({ type: 'webhook.test' });
    expect(() => verified(webhook.secret, later)).toThrow(/signature/i);
  });

  it('is sent what it asks for, and one message again', async () => {
    const { app, receiver, webhook } = await telling();
    await ask(app, 'PATCH', `/${webhook.id}`, { events: ['job.failed'], description: 'only what went wrong' });
    const { body: job } = await post(app, webhook.id);
    await call(app, { url: `/v1/jobs/${job.id}?wait=20`, headers: auth() });
    await ask(app, 'POST', `/${webhook.id}/test`);
    await arrived(receiver, 1);
    const { id } = await noted(app, webhook.id, 1);
    await ask(app, 'POST', `/${webhook.id}/replay`, { message: id });
    const ids = (await arrived(receiver, 2)).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([id, id]);
  });

  it('is not told by a server that does not work', async () => {
    const app = await openDoor({ ...loopback, work: 0 });
    const receiver = await fakeReceiver();
    const { body } = await ask(app, 'POST', '', { url: receiver.url });
    await ask(app, 'POST', `/${body.id}/test`);
    await sleep(700);
    expect(receiver.received).toEqual([]);
    expect(await lastMessage(app, body.id)).toMatchObject({ status: 'pending', attempts: [] });
  });
});

describe('the webhooks of a key', () => {
  it('are listed without their secrets, and deleted', async () => {
    const app = await openDoor();
    const { body, status } = await ask(app, 'POST', '', { ...ours, events: ['job.failed'], description: 'ours' });
    expect([status, body]).toEqual([201, expect.objectContaining({ ...ours, events: ['job.failed'], description: 'ours', enabled: true })]);
    const { secret, ...shown } = body;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect((await ask(app, 'GET', '')).body).toEqual({ webhooks: [shown] });
    expect([(await ask(app, 'DELETE', `/${body.id}`)).body, (await ask(app, 'GET', `/${body.id}`)).status]).toEqual([shown, 404]);
  });

  it('are there for nobody else', async () => {
    const store = sqliteStore(':memory:');
    onTestFinished(() => store.close());
    const app = await openDoor({ store });
    const other = (await createKey(store.keys, { label: 'other' })).key;
    const narrow = (await createKey(store.keys, { label: 'narrow', scopes: ['extract'] })).key;
    const { id } = (await ask(app, 'POST', '', ours)).body;
    const theirs = [
      await ask(app, 'GET', `/${id}`, undefined, other),
      await ask(app, 'PATCH', `/${id}`, { enabled: false }, other),
      await ask(app, 'DELETE', `/${id}`, undefined, other),
      await ask(app, 'POST', `/${id}/secret`, undefined, other),
      await ask(app, 'POST', `/${id}/test`, undefined, other),
      await ask(app, 'POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' }, other),
      await ask(app, 'GET', `/${id}/messages`, undefined, other),
    ];
    expect(theirs.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect((await ask(app, 'GET', '', undefined, other)).body).toEqual({ webhooks: [] });
    expect((await ask(app, 'GET', '', undefined, narrow)).status).toBe(403);
    const job = goodForm({ name: 'webhook', value: id });
    const named = await call(app, { method: 'POST', url: '/v1/jobs', ...job, headers: { ...job.headers, ...auth(other) } });
    expect([named.status, named.body.detail]).toEqual([400, expect.stringMatching(/webhook of yours/)]);
  });

  it('are twenty at most', async () => {
    const app = await openDoor();
    const statuses = [];
    for (let made = 0; made < 21; made++) statuses.push((await ask(app, 'POST', '', ours)).status);
    expect(statuses).toEqual([...Array(20).fill(201), 409]);
  });

  it.each<[string, object | string, RegExp]>([
    ['without a URL', {}, /^url is required/],
    ['with a list as its body', [ours], /^The body must be a JSON object/],
    ['with another scheme', { url: 'ftp://example.com' }, /https/],
    ['without TLS', { url: 'http://example.com/hook' }, /https/],
    ['with a password in its URL', { url: 'https://me:word@example.com' }, /password/],
    ['with a fragment', { url: 'https://example.com/#a' }, /fragment/],
    ['on this machine', { url: 'https://127.0.0.1/hook' }, /not public/],
    ['on this machine, written otherwise', { url: 'https://2130706433/' }, /not public/],
    ['in a private network', { url: 'https://10.0.0.8/hook' }, /not public/],
    ['at the address of cloud metadata', { url: 'https://169.254.169.254/latest' }, /not public/],
    ['at an IPv6 loopback', { url: 'https://[::1]/' }, /not public/],
    ['at an IPv4 address in IPv6', { url: 'https://[::ffff:127.0.0.1]/' }, /not public/],
    ['with events that are none', { ...ours, events: ['job.started'] }, /^events must be a list/],
    ['with no events', { ...ours, events: [] }, /^events must be a list/],
    ['with a misspelt member', { ...ours, evnts: [] }, /"events" was probably meant/],
    ['with a long description', { ...ours, description: 'x'.repeat(201) }, /^description must be/],
  ])('%s are refused', async (_case, payload, detail) => {
    const answer = await ask(await openDoor(), 'POST', '', payload as object);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  it('are told in JSON', async () => {
    const app = await openDoor();
    const form = goodForm();
    const sent = (headers: Readonly<Record<string, string>>, payload: string | Buffer) =>
      call(app, { method: 'POST', url: '/v1/webhooks', payload, headers: { ...auth(), ...headers } });
    const json = { 'content-type': 'application/json' };
    const answers = [await sent(form.headers, form.payload), await sent(json, '{'), await sent(json, `{"url":"${'x'.repeat(20_000)}"}`)];
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [415, 'The request must be application/json'],
      [400, 'The body is not valid JSON'],
      [413, 'The request is too large'],
    ]);
  });

  it('are not there where the host stores none', async () => {
    const { webhooks: _, ...store }: Store = sqliteStore(':memory:');
    onTestFinished(() => store.close());
    const app = await openDoor({ store });
    expect((await app.inject({ url: '/v1/webhooks' })).statusCode).toBe(404);
  });
});
