import type { FastifyRequest } from 'fastify';

/** The address by which the caller has come; a Host header that makes none is not repeated. */
export function ownAddress({ protocol, host }: FastifyRequest, prefix: string): string {
  const known = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`${protocol}://${host}`);
  return `${protocol}://${known ? host : 'localhost'}${prefix}`;
}
