import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../app/readiness.js';
import { Refusal } from '../http/refusal.js';

/**
 * For who runs the process: `GET /livez` answers while it runs, and asks nothing else, since a restart mends nothing else; `GET /readyz` says
 * whether requests should be sent to it.
 */
export function probeRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/livez', { exposeHeadRoute: true }, async () => ({ status: 'alive' }));
  app.get('/readyz', { exposeHeadRoute: true }, async () => {
    const detail = await readiness();
    if (detail !== undefined) throw new Refusal(503, detail, { 'Retry-After': '5' });
    return { status: 'ready' };
  });
}
