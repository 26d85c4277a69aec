import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { looksLikeKey } from '../guards/keys/format.js';

/** The caller's own id of a request where it is fit for headers and logs, and nothing that should be in neither; else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) && !looksLikeKey(given) ? given : randomUUID();
}

/** The token of the one Authorization header. Node keeps the first of several and hides the rest, so they are counted in the raw list. */
export function bearer(request: IncomingMessage): string | undefined {
  const sent = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (sent.length > 1) return undefined;
  return /^Bearer +(?<token>\S+) *$/i.exec(request.headers.authorization ?? '')?.groups?.['token'];
}

/** The address by which the caller has come; a Host header that makes none is not repeated. */
export function ownAddress({ protocol, host }: FastifyRequest, prefix: string): string {
  const known = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`${protocol}://${host}`);
  return `${protocol}://${known ? host : 'localhost'}${prefix}`;
}
