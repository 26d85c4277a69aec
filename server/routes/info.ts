import type { FastifyInstance, FastifyRequest } from 'fastify';
import { about } from '../about.js';
import { openapiPath } from './openapi.js';

/** `GET /`: what this service is. Its documentation is the host's, else the OpenAPI document beside it. */
export function infoRoute(app: FastifyInstance, documentation?: string): void {
  const description = about();
  app.get('/', { exposeHeadRoute: true }, async (request) => ({
    ...description,
    documentation: documentation ?? ownDocumentation(request, app.prefix),
  }));
}

/** The address by which the caller has come; a Host header that makes none is not repeated. */
function ownDocumentation({ protocol, host }: FastifyRequest, prefix: string): string {
  const known = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`${protocol}://${host}`);
  return `${protocol}://${known ? host : 'localhost'}${prefix}${openapiPath}`;
}
