import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import fastify from 'fastify';
import { clientOf } from '../guards/addresses.js';
import { onceClosed, statusOf } from '../http/connection.js';

/** Where log lines go, such as the standard output. */
export interface LogStream {
  write(line: string): unknown;
}

export type ServerLogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Options that make Fastify log in our words: no address, no query, no header, no file name ever reaches a line. */
export const logging = (
  stream: LogStream | undefined,
  level: ServerLogLevel = 'info',
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

/** As an object of its own, for Node makes one of raw bytes with each use, and that takes longer than the hash. */
const salt = createSecretKey(randomBytes(32));

/** A word by which a log can tell things apart without saying what they are: 12 hex digits, keyed by a secret that dies with the process. */
export const fingerprint = (data: string | Uint8Array): string => createHmac('sha256', salt).update(data).digest('hex').slice(0, 12);
