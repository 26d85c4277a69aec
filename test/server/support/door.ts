import type { FastifyInstance, InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { type AppOptions, buildApp } from '../../../server/index.js';
import { bodyOf, type ServerAnswer } from './ask.js';
import { expectConforms } from './conforms.js';
import { fakeEngine } from './fake-engine.js';

export const key = 'pk_0123456789abcdefTEST';
export const origin = 'https://play.example.com';

/** A stand-alone app around a fake engine, without a rate limit unless the test wants one. */
export async function openDoor(options: Partial<AppOptions> = {}): Promise<FastifyInstance> {
  const app = await buildApp({ engine: fakeEngine(), keys: [key], playgroundOrigins: [origin], rateLimit: 0, ...options });
  onTestFinished(() => app.close());
  return app;
}

/** Sends a request without a socket, below the prefix of a host, and checks the answer against the OpenAPI document. */
export async function call(app: FastifyInstance, request: InjectOptions & { readonly url: string }, prefix = ''): Promise<ServerAnswer> {
  const { statusCode: status, headers, body: text } = await app.inject({ ...request, url: `${prefix}${request.url}` });
  expectConforms({ status, headers, text }, { method: request.method ?? 'GET', path: request.url });
  return { status, headers, body: bodyOf(headers, text) };
}

interface FormRequest {
  readonly payload: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts a form to `/v1/extract` with a valid key, which the given headers can override. */
export const extract = (
  app: FastifyInstance,
  { payload, headers }: FormRequest,
  more: Readonly<Record<string, string>> = {},
): Promise<ServerAnswer> =>
  call(app, { method: 'POST', url: '/v1/extract', payload, headers: { authorization: `Bearer ${key}`, ...headers, ...more } });

/** Posts a form to the playground from an allowed page. */
export const play = (
  app: FastifyInstance,
  { payload, headers }: FormRequest,
  more: Readonly<Record<string, string>> = {},
): Promise<ServerAnswer> => call(app, { method: 'POST', url: '/v1/playground', payload, headers: { origin, ...headers, ...more } });
