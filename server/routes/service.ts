import type { FastifyInstance } from 'fastify';
import { about } from '../app/about.js';
import type { Readiness } from '../app/readiness.js';
import { Refusal } from '../http/refusal.js';
import { ownAddress } from '../http/request.js';

/** `GET /health`: the readiness of the service in the words of the specification. */
export function healthRoute(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health', { exposeHeadRoute: true }, async (_request, reply) => {
    const timestamp = new Date().toISOString();
    const detail = await readiness();
    if (detail === undefined) return { status: 'healthy', timestamp };
    reply.code(503).header('Retry-After', '5');
    return { status: 'unhealthy', timestamp, detail };
  });
}

/**
 * Probes for the platform. `GET /livez` answers while the process runs and checks nothing else, because a restart would fix nothing else;
 * `GET /readyz` says whether requests should be sent here, and whether this process leaves jobs in the queue because no provider takes work.
 */
export function probeRoutes(app: FastifyInstance, readiness: Readiness, jobsArePaused: () => boolean): void {
  app.get('/livez', { exposeHeadRoute: true }, async () => ({ status: 'alive' }));
  app.get('/readyz', { exposeHeadRoute: true }, async () => {
    const detail = await readiness();
    if (detail !== undefined) throw new Refusal(503, detail, { 'Retry-After': '5' });
    return { status: 'ready', ...(jobsArePaused() && { jobs: 'paused' }) };
  });
}

/** `GET /`: name, version and documentation of the service. `documentation` is the host's URL; the page at `/docs` when absent. */
export function infoRoute(app: FastifyInstance, documentation?: string): void {
  const description = about();
  app.get('/', { exposeHeadRoute: true }, async (request) => ({
    ...description,
    documentation: documentation ?? `${ownAddress(request, app.prefix)}/docs`,
  }));
}
