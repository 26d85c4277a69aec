import type { FastifyInstance } from 'fastify';
import { about } from '../app/about.js';
import { ownAddress } from '../app/own-address.js';

/** `GET /`: what this service is. Its documentation is the host's, else the page beside it. */
export function infoRoute(app: FastifyInstance, documentation?: string): void {
  const description = about();
  app.get('/', { exposeHeadRoute: true }, async (request) => ({
    ...description,
    documentation: documentation ?? `${ownAddress(request, app.prefix)}/docs`,
  }));
}
