import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/refusal.js';

/** Every path and the methods it has. */
export type AllowedMethods = Readonly<Record<string, readonly string[]>>;

export const allowedMethods = ({ playground }: { readonly playground: boolean }): AllowedMethods => ({
  '/v1/extract': ['POST'],
  ...(playground && ofPlayground),
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

const ofPlayground: AllowedMethods = {
  '/v1/playground': ['POST', 'OPTIONS'],
  '/playground': ['GET', 'HEAD'],
  '/playground/state': ['GET', 'HEAD'],
};

/** Answers 405 for each path's other methods, before a body is read. */
export function methodNotAllowedRoutes(app: FastifyInstance, paths: AllowedMethods): void {
  for (const [url, allowed] of Object.entries(paths)) {
    const method = app.supportedMethods.filter((candidate) => !allowed.includes(candidate));
    app.route({ url, method, onRequest: async () => Promise.reject(methodNotAllowed(allowed)), handler: async () => undefined });
  }
}

export const methodNotAllowed = (allowed: readonly string[]): Refusal =>
  new Refusal(405, `Method not allowed: use ${allowed.join(' or ')}`, { Allow: allowed.join(', ') });
