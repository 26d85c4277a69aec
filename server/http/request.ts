import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { badRequest } from './refusal.js';

/** The token of the only Authorization header. The raw list shows duplicates, of which Node keeps just the first. */
export function bearer(request: IncomingMessage): string | undefined {
  const sent = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (sent.length > 1) return undefined;
  return /^Bearer +(?<token>\S+) *$/i.exec(request.headers.authorization ?? '')?.groups?.['token'];
}

/**
 * The address under which the caller reached the service; a malformed Host header is replaced by localhost. A forwarded host does not count:
 * proxies that are trusted for an address pass on whatever the caller wrote there.
 */
export function ownAddress({ protocol, raw }: FastifyRequest, prefix: string): string {
  const { host = '' } = raw.headers;
  const known = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`${protocol}://${host}`);
  return `${protocol}://${known ? host : 'localhost'}${prefix}`;
}

/** Whether the caller wants no answer that was made before. */
export const wantsFresh = ({ headers }: FastifyRequest): boolean => /\bno-(?:cache|store)\b/i.test(headers['cache-control'] ?? '');

/** By what a repeated request is recognised. @throws Refusal 400 for a key that is none */
export function repeatable(request: FastifyRequest) {
  const { log, headers, routeOptions } = request;
  const key = headers['idempotency-key'];
  if (key !== undefined && !(typeof key === 'string' && /^[!-~]{1,255}$/.test(key)))
    throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters');
  return { key, route: routeOptions.url ?? '', log };
}
