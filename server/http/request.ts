import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

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
