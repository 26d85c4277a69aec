import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import fastify from 'fastify';
import { clientOf } from '../http/addresses.js';
import { onceClosed, statusOf } from '../http/request.js';

/** The destination of log lines, such as the standard output. */
export interface LogStream {
  write(line: string): unknown;
}

export type ServerLogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Fastify options under which no address, query, header or file name reaches a log line. */
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

/** Logs one line for each request, when it is answered or its caller has disconnected. */
export function logRequests(app: FastifyInstance): void {
  const about = (request: FastifyRequest) => ({
    method: request.method,
    route: request.routeOptions.url ?? null,
    client: fingerprint(clientOf(request.ip)),
  });
  app.addHook('onRequest', async (request, reply) => {
    // The address is read now, because a closed socket no longer has one.
    const known = about(request);
    onceClosed(reply, () => {
      request.log.info({ ...known, status: statusOf(reply), ms: Math.round(reply.elapsedTime) }, 'request');
    });
  });
}

/** A key object, because Node would convert raw bytes on each use, which takes longer than the hash. */
const salt = createSecretKey(randomBytes(32));

/** 12 hex digits that distinguish values in the log without revealing them, keyed by a secret of this process. */
export const fingerprint = (data: string | Uint8Array): string => createHmac('sha256', salt).update(data).digest('hex').slice(0, 12);

/** The standard output or another stream of lines. */
export type LogOutput = LogStream & Partial<Pick<EventEmitter, 'on'>> & { readonly fd?: number; readonly destroyed?: boolean };

/**
 * A log that survives a full disk or a closed reader, on which Node would end the process. Lines that cannot be written are lost and reported
 * to `lost`; writing resumes as soon as it is possible again.
 */
export function lossyLog(output: LogOutput, lost: () => void): LogStream {
  const { fd } = output;
  output.on?.('error', lost);
  return {
    write(line) {
      // A stream is destroyed by its first failure, but the file behind it may still be writable.
      if (!output.destroyed) output.write(line);
      else if (!writes(fd, line)) lost();
    },
  };
}

function writes(fd: number | undefined, line: string): boolean {
  if (fd === undefined) return false;
  try {
    return writeSync(fd, line) > 0;
  } catch {
    return false;
  }
}
