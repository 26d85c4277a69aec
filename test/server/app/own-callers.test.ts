import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { callerOf, type ExtractionApiOptions, extractionApi, openStore } from '../../../server/index.js';
import { documentOf, engineOf } from '../../core/builders.js';
import { ask } from '../support/ask.js';
import { outputSchema } from '../support/form.js';
import { metered } from '../support/metered-model.js';

const secret = 'the secret with which the app signs its sessions';
const signed = (user: string): string => `${user}.${createHmac('sha256', secret).update(user).digest('hex')}`;

/** The user of a signed session cookie, as an app knows it. */
function userOf({ headers }: FastifyRequest): string | undefined {
  const [, session = ''] = /session=([^;]+)/.exec(headers.cookie ?? '') ?? [];
  const [user = ''] = session.split('.');
  const [given, right] = [Buffer.from(session), Buffer.from(signed(user))];
  return given.length === right.length && timingSafeEqual(given, right) ? user : undefined;
}

/** A team's app that listens, signs its sessions itself and has the endpoints below a prefix. */
async function teamApp(options: Partial<ExtractionApiOptions> = {}) {
  const engine = engineOf({ document: documentOf('Total 120.00'), tiers: [metered] });
  const store = openStore('memory:');
  const [lines, answered]: [string[], unknown[]] = [[], []];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const app = Fastify({ logger: { stream } });
  app.addHook('onResponse', async (request) => void answered.push(callerOf(request)?.id));
  await app.register(extractionApi, {
    engine,
    store,
    rateLimit: 0,
    prefix: '/documents',
    authenticate: (request: FastifyRequest) => {
      const id = userOf(request);
      return id === undefined ? undefined : { id, scopes: id === 'guest' ? ['review'] : ['extract'] };
    },
    ...options,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    await engine.close();
    await store.close();
  });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/documents`;
  const extract = (cookie: string, headers: Readonly<Record<string, string>> = {}) => {
    const body = new FormData();
    body.set('output_schema', outputSchema);
    body.set('file', new Blob(['%PDF-1.7']), 'invoice.pdf');
    return ask(url, '/v1/extract', { method: 'POST', body, headers: { cookie, ...headers } });
  };
  return { url, store, extract, lines, answered };
}

it('an app lets in whom its own sessions name, and nobody else', async () => {
  const { extract, answered } = await teamApp();
  const statuses = [];
  for (const cookie of [
    `session=${signed('anna')}`,
    `theme=dark; session=${signed('ben')}`,
    'session=anna.forged',
    '',
    `session=${signed('guest')}`,
  ])
    statuses.push((await extract(cookie)).status);
  expect(statuses).toEqual([200, 200, 401, 401, 403]);
  expect(answered).toEqual(['anna', 'ben', undefined, undefined, undefined]);
});

it('its log names the caller, and holds no session', async () => {
  const { extract, lines } = await teamApp();
  const session = signed('anna');
  await extract(`session=${session}`);
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'extraction');
  expect(line).toMatchObject({ caller: 'anna', tokens: 600 });
  expect(lines.join('')).not.toContain(session.split('.')[1]);
});

it('budgets, credits and rates are counted for each caller by itself', async () => {
  const { extract, store } = await teamApp({ dailyTokensPerKey: 1_500, dailyCreditsPerKey: 10 });
  const [anna, ben] = [`session=${signed('anna')}`, `session=${signed('ben')}`];
  const codes = [];
  for (const cookie of [anna, anna, ben]) codes.push((await extract(cookie)).body.error?.code ?? 'ok');
  expect(codes).toEqual(['ok', 'LLM_ERROR', 'ok']);
  expect((await store.quotas.allowance('host:anna:tokens', 1_500)).left).toBe(900);
  expect((await store.quotas.allowance('host:anna:credits', 10)).left).toBe(9);
  expect((await store.quotas.allowance('host:ben:credits', 10)).left).toBe(9);
});

it('a request is repeated for its own caller only', async () => {
  const { extract } = await teamApp();
  const repeat = { 'idempotency-key': 'the-same-for-both' };
  const replayed = [];
  for (const user of ['anna', 'anna', 'ben'])
    replayed.push((await extract(`session=${signed(user)}`, repeat)).headers['idempotent-replayed']);
  expect(replayed).toEqual([undefined, 'true', undefined]);
});

it('its reference, for people and for programs, asks for no key of ours', async () => {
  const { url } = await teamApp();
  const { body } = await ask(url, '/openapi.json');
  expect(body.components.securitySchemes).toEqual({});
  expect(body.paths['/v1/extract'].post.security).toBeUndefined();
  expect(body.paths['/v1/extract'].post.description).toContain('The app that hosts this service says who may call it.');
  expect(JSON.stringify(body.paths['/v1/extract'].post['x-codeSamples'])).not.toContain('Authorization');
  const { body: page } = await ask(url, '/docs');
  expect(page).toContain(`export VOUCH_BASE_URL=${url}`);
  expect(page).not.toContain('VOUCH_API_KEY');
});
