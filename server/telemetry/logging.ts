import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import fastify from 'fastify';
import { fingerprint } from '../app/fingerprint.js';
import { clientOf } from '../guards/client-address.js';
import { onceClosed, statusOf } from '../http/once-closed.js';

/** Where log lines go, such as the standard output. */
export interface LogStream {
  write(line: string): unknown;
}

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Options that make Fastify log in our words: no address, no query, no header, no file name ever reaches a line. */
export const logging = (
  stream: LogStream | undefined,
  level: LogLevel = 'info',
): Pick<FastifyServerOptions, 'logController' | 'logger'> => ({
  logController: new fastify.LogController({ disableRequestLogging: true }),
  logger: stream !== undefined && {
    stream,
    level,
    base: null,
    serializers: {
      req: (request: Pick<FastifyRequest, 'method' | 'routeOptions'>) => ({ method: request.method, route: request.routeOptions?.url }),
    },
  },
});

/** One line a request, when it is answered or its caller has gone. */
export function logRequests(app: FastifyInstance): void {
  const about = (request: FastifyRequest) => ({
    method: request.method,
    route: request.routeOptions.url ?? null,
    client: fingerprint(clientOf(request.ip)),
  });
  app.addHook('onRequest', async (request, reply) => {
    // Who is gone has no address any more.
    const told = about(request);
    onceClosed(reply, () => {
      request.log.info({ ...told, status: statusOf(reply), ms: Math.round(reply.elapsedTime) }, 'request');
    });
  });
}
