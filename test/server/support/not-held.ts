import type { FastifyInstance, InjectOptions } from 'fastify';

/**
 * Requests whose answers the OpenAPI document does not describe. All other tests use `ask`, `call`, `sendRaw` or `expectCurled`, which check
 * the answer; `every-answer-is-checked.test.ts` allows no other way.
 */

/** Requests a route of the host itself, or an unknown path of the host. */
export const askHost = (url: string, request?: RequestInit): Promise<Response> => fetch(url, request);

/** The same request without a socket. */
export const callHost = (app: FastifyInstance, request: string | InjectOptions) => app.inject(request);

/** Requests a file below `/playground/`, which belongs to the page and is no endpoint. */
export const callFile = (app: FastifyInstance, url: string, headers: Readonly<Record<string, string>> = {}) => app.inject({ url, headers });

/** Whether any server answers at an address. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
