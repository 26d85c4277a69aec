import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { createEngine } from '../../../../core/index.js';
import type { AppOptions } from '../../../../server/index.js';
import type { ServerAnswer } from '../../support/ask.js';
import { call, extract, key, openDoor } from '../../support/door.js';
import { type FormPart, filePart, form, schemaPart } from '../../support/form.js';
import { tinyParts } from '../../support/tiny-parts.js';

export const auth = (secret = key) => ({ authorization: `Bearer ${secret}` });

/** A server that reads 120.00 from every document, of which nothing is sure enough for its host. */
export const strictDoor = (options: Partial<AppOptions> = {}): Promise<FastifyInstance> =>
  openDoor({ engine: createEngine(tinyParts()), reviewPolicy: { threshold: 1 }, ...options });

/** The run of a document that was sent with `review`. */
export async function keptRun(app: FastifyInstance, ...parts: readonly FormPart[]) {
  const schema = parts.some(({ name }) => name === 'output_schema') ? [] : [schemaPart()];
  const { status, body } = await extract(app, form(filePart(), ...schema, { name: 'review', value: 'true' }, ...parts));
  expect(status).toBe(200);
  return { id: String(body.review.run), body };
}

export const show = (app: FastifyInstance, id: string, secret?: string): Promise<ServerAnswer> =>
  call(app, { url: `/v1/runs/${id}`, headers: auth(secret) });

const post = (app: FastifyInstance, path: string, payload: object, secret?: string): Promise<ServerAnswer> =>
  call(app, { method: 'POST', url: path, payload, headers: auth(secret) });

export const claim = (app: FastifyInstance, id: string, reviewer: string): Promise<ServerAnswer> =>
  post(app, `/v1/runs/${id}/claim`, { reviewer });

/** A verdict of Anna on the first version, unless it says otherwise. */
export const judge = (app: FastifyInstance, id: string, verdict: object, secret?: string): Promise<ServerAnswer> =>
  post(app, `/v1/runs/${id}/verdicts`, { reviewer: 'anna', version: 0, ...verdict }, secret);
