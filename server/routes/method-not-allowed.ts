import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/refusal.js';
import { type DescribedRoute, describedPaths } from '../reference/document.js';

/** Every documented path and its methods. */
export type AllowedMethods = Readonly<Record<string, readonly string[]>>;

export const allowedMethods = (routes: readonly DescribedRoute[], prefix = ''): AllowedMethods =>
  Object.fromEntries(
    [...describedPaths(routes, prefix)].map(([path, served]) => [path, [...new Set(served.flatMap(({ method }) => method))]]),
  );

/** Answers 405 to every other method of each path, before a body is read. */
export function methodNotAllowedRoutes(app: FastifyInstance, paths: AllowedMethods): void {
  for (const [url, allowed] of Object.entries(paths)) {
    const method = app.supportedMethods.filter((candidate) => !allowed.includes(candidate));
    app.route({ url, method, onRequest: async () => Promise.reject(methodNotAllowed(allowed)), handler: async () => undefined });
  }
}

export const methodNotAllowed = (allowed: readonly string[]): Refusal =>
  new Refusal('METHOD_NOT_ALLOWED', `Method not allowed: use ${allowed.join(' or ')}`, { Allow: allowed.join(', ') });
