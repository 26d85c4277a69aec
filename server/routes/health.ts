import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../app/readiness.js';

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
