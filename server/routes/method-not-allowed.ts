import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/refusal.js';
import type { Store } from '../state/store.js';

/** Every path and its methods. */
export type AllowedMethods = Readonly<Record<string, readonly string[]>>;

/** What of the endpoints is served. */
export interface ServedParts {
  readonly playground: boolean;
  readonly jobs: boolean;
  readonly batches: boolean;
  readonly webhooks: boolean;
}

/** What is served with this store; a store of our own has everything. */
export const servedParts = (playground: boolean, store: Store | undefined): ServedParts => {
  const jobs = !store || store.jobs !== undefined;
  const has = (...parts: readonly unknown[]): boolean => jobs && (!store || parts.every((part) => part !== undefined));
  return { playground, jobs, batches: has(store?.files, store?.batches), webhooks: has(store?.webhooks) };
};

export const allowedMethods = ({ playground, jobs, batches, webhooks }: ServedParts): AllowedMethods => ({
  '/v1/extract': ['POST'],
  ...(jobs && { '/v1/jobs': ['POST', 'GET', 'HEAD'], '/v1/jobs/:id': ['GET', 'HEAD', 'DELETE'] }),
  ...(batches && batchMethods),
  ...(webhooks && webhookMethods),
  ...(playground && playgroundMethods),
  '/health': ['GET', 'HEAD'],
  '/livez': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
  '/': ['GET', 'HEAD'],
  '/openapi.json': ['GET', 'HEAD'],
  '/openapi.yaml': ['GET', 'HEAD'],
  '/docs': ['GET', 'HEAD'],
  '/docs/guide': ['GET', 'HEAD'],
  '/docs/guide/:page': ['GET', 'HEAD'],
});

const batchMethods: AllowedMethods = {
  '/v1/batches': ['POST', 'GET', 'HEAD'],
  '/v1/batches/:id': ['GET', 'HEAD', 'DELETE'],
  '/v1/batches/:id/results': ['GET', 'HEAD'],
  '/v1/batches/:id/errors': ['GET', 'HEAD'],
  '/v1/files': ['POST'],
  '/v1/files/:id': ['GET', 'HEAD', 'DELETE'],
};

const webhookMethods: AllowedMethods = {
  '/v1/webhooks': ['POST', 'GET', 'HEAD'],
  '/v1/webhooks/:id': ['GET', 'HEAD', 'PATCH', 'DELETE'],
  '/v1/webhooks/:id/secret': ['POST'],
  '/v1/webhooks/:id/test': ['POST'],
  '/v1/webhooks/:id/replay': ['POST'],
  '/v1/webhooks/:id/messages': ['GET', 'HEAD'],
};

const playgroundMethods: AllowedMethods = {
  '/v1/playground': ['POST', 'OPTIONS'],
  '/playground': ['GET', 'HEAD'],
  '/playground/state': ['GET', 'HEAD'],
};

/** Answers 405 to every other method of each path, before a body is read. */
export function methodNotAllowedRoutes(app: FastifyInstance, paths: AllowedMethods): void {
  for (const [url, allowed] of Object.entries(paths)) {
    const method = app.supportedMethods.filter((candidate) => !allowed.includes(candidate));
    app.route({ url, method, onRequest: async () => Promise.reject(methodNotAllowed(allowed)), handler: async () => undefined });
  }
}

export const methodNotAllowed = (allowed: readonly string[]): Refusal =>
  new Refusal('METHOD_NOT_ALLOWED', `Method not allowed: use ${allowed.join(' or ')}`, { Allow: allowed.join(', ') });
