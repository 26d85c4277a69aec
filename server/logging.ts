import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { clientOf } from './guards/client-address.js';

/** Where log lines go, such as the standard output. */
export interface LogStream {
  write(line: string): unknown;
}

/** Options that make Fastify log in our words: no address, no query, no header, no file name ever reaches a line. */
export const logging = (stream: LogStream | undefined) => ({
  logController: new fastify.LogController({ disableRequestLogging: true }),
  logger: stream !== undefined && {
    stream,
    level: 'info',
    base: null,
    serializers: {
      req: (request: Pick<FastifyRequest, 'method' | 'routeOptions'>) => ({ method: request.method, route: request.routeOptions?.url }),
    },
  },
});

/** One line a request, when it is answered or its caller has gone. The address is hashed under a secret that dies with the process. */
export function logRequests(app: FastifyInstance): void {
  const salt = randomBytes(32);
  const about = (request: FastifyRequest) => ({
    method: request.method,
    route: request.routeOptions.url ?? null,
    client: createHmac('sha256', salt).update(clientOf(request.ip)).digest('hex').slice(0, 12),
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ ...about(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  app.addHook('onRequestAbort', async (request) => {
    request.log.info({ ...about(request), status: 499 }, 'request');
  });
}
