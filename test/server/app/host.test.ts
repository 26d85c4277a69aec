import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ExtractionApiOptions, extractionApi } from '../../../server/index.js';
import { call, extract, key } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { callHost } from '../support/not-held.js';

/** A team's own app, with an error handler, routes and a not-found page of its own. */
async function host(options: Partial<ExtractionApiOptions> & { readonly prefix?: string } = {}): Promise<FastifyInstance> {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler((error, _request, reply) => reply.code(418).send({ teapot: error instanceof Error ? error.message : '' }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ lost: true }));
  app.get('/own', async () => Promise.reject(new Error('theirs')));
  app.post('/json', async (request) => request.body);
  await app.register(extractionApi, { engine: fakeEngine(), keys: [key], rateLimit: 0, ...options });
  return app;
}

describe("the endpoints in a team's own app", () => {
  it('answer as they do alone', async () => {
    const app = await host();
    expect((await extract(app, goodForm())).status).toBe(200);
    expect((await extract(app, goodForm(), { authorization: '' })).status).toBe(401);
  });

  it('let in nobody whom the app has not let in: there is a playground only where it is asked for', async () => {
    const { payload, headers } = goodForm();
    const visitor = {
      method: 'POST',
      url: '/v1/playground',
      payload,
      headers: { ...headers, host: 'localhost', origin: 'http://localhost' },
    } as const;
    const open = async (options: Partial<ExtractionApiOptions>) => {
      const app = await host({ authenticate: () => undefined, keys: [], ...options });
      return [(await callHost(app, visitor)).statusCode, (await callHost(app, '/playground')).statusCode];
    };
    expect(await open({})).toEqual([404, 404]);
    expect(await open({ playground: true })).toEqual([200, 200]);
  });

  it.each([
    [503, 'HOST_REFUSED'],
    [418, 'HOST_REFUSED'],
    [409, 'HOST_REFUSED'],
    [429, 'RATE_LIMITED'],
    [400, 'INVALID_REQUEST'],
    [500, 'INTERNAL_ERROR'],
    [200, 'INTERNAL_ERROR'],
  ])('keep the status %i of an error of its hooks, and repeat none of its words', async (statusCode, code) => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.addHook('onRequest', async () => Promise.reject(Object.assign(new Error('canary'), { statusCode })));
    await app.register(extractionApi, { engine: fakeEngine(), keys: [key], rateLimit: 0 });
    const answer = await callHost(app, { method: 'POST', url: '/v1/extract' });
    expect([answer.statusCode, answer.headers['x-error-code'], answer.body]).toEqual([
      statusCode < 400 ? 500 : statusCode,
      code,
      expect.not.stringContaining('canary'),
    ]);
  });

  it.each([
    [503, 'FST_UNDER_PRESSURE', 'HOST_REFUSED'],
    [503, 'FST_ERR_HANDLER_TIMEOUT', 'HOST_REFUSED'],
    [406, 'FST_ERR_ELSEWHERE', 'INVALID_REQUEST'],
  ])('blame a request for a %i of Fastify or its plugins only where it can be the cause: %s', async (statusCode, code, answered) => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.addHook('onRequest', async () => Promise.reject(Object.assign(new Error('canary'), { statusCode, code })));
    await app.register(extractionApi, { engine: fakeEngine(), keys: [key], rateLimit: 0 });
    const answer = await callHost(app, { method: 'POST', url: '/v1/extract' });
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([statusCode, answered]);
  });

  it('leave its errors, its unknown paths and its JSON bodies alone', async () => {
    const app = await host();
    const own = await callHost(app, '/own');
    expect([own.statusCode, own.json(), own.headers['x-request-id']]).toEqual([418, { teapot: 'theirs' }, undefined]);
    expect((await callHost(app, '/nowhere')).json()).toEqual({ lost: true });
    expect((await callHost(app, { method: 'POST', url: '/json', payload: { a: 1 } })).json()).toEqual({ a: 1 });
  });

  it('stand under a prefix where the app has a start page of its own', async () => {
    const app = await host({ prefix: '/documents' });
    const { payload, headers } = goodForm();
    const below = (request: InjectOptions & { readonly url: string }) => call(app, request, '/documents');
    const answer = await below({ method: 'POST', url: '/v1/extract', payload, headers: { ...headers, authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect((await below({ url: '/' })).body.documentation).toBe('http://localhost:80/documents/docs');
    expect((await below({ method: 'PUT', url: '/v1/extract' })).status).toBe(405);
    expect((await below({ url: '/openapi.json' })).body.servers).toEqual([{ url: '/documents' }]);
    expect((await below({ url: '/docs' })).body).toContain('export VOUCH_BASE_URL=http://localhost:80/documents\n');
  });

  it('work beside a host that reads forms itself, with limits of their own', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    await app.register(multipart, { limits: { fileSize: 10, fields: 0 } });
    await app.register(extractionApi, { engine: fakeEngine(), keys: [key], rateLimit: 0 });
    expect((await extract(app, goodForm())).status).toBe(200);
  });

  it('stay out of the OpenAPI document that a host makes with @fastify/swagger, and the routes of the host out of theirs', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    await app.register(swagger, { openapi: { info: { title: 'theirs', version: '1' } } });
    app.get('/own', async () => ({ own: true }));
    await app.register(extractionApi, { engine: fakeEngine(), keys: [key], rateLimit: 0, prefix: '/documents' });
    await app.ready();
    expect(Object.keys(app.swagger().paths ?? {})).toEqual(['/own']);
    const { body } = await call(app, { url: '/openapi.json' }, '/documents');
    expect(Object.keys(body.paths)).toContain('/v1/extract');
    expect(Object.keys(body.paths)).not.toContain('/own');
  });
});
