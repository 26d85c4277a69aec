import type { FastifyInstance, InjectOptions } from 'fastify';

/**
 * The requests whose answers the OpenAPI document says nothing of, each by its name. All others go through `ask`, `call`, `sendRaw` or
 * `expectCurled`, which hold the answer; `every-answer-is-held.test.ts` knows of no other way.
 */

/** A route that a host has beside ours, or what it answers to an unknown path. */
export const askHost = (url: string, request?: RequestInit): Promise<Response> => fetch(url, request);

/** The same without a socket. */
export const callHost = (app: FastifyInstance, request: string | InjectOptions) => app.inject(request);

/** A file of the page below `/playground/`, which is a part of it and no endpoint. */
export const callFile = (app: FastifyInstance, url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ url, headers });

/** Whether anything answers at an address. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
