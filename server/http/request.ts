import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from './refusal.js';

export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The token of the only Authorization header. The raw list shows duplicates, of which Node keeps just the first. */
export function bearer(request: IncomingMessage): string | undefined {
  const sent = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  if (sent.length > 1) return undefined;
  return /^Bearer +(?<token>\S+) *$/i.exec(request.headers.authorization ?? '')?.groups?.['token'];
}

/** Whether a secret that was sent is the expected one, in a time that tells nothing of either. */
export function isSameSecret(sent: string, expected: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(sent), digest(expected));
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

/** The status of the answer; 499, which is never sent, when the caller disconnected first. */
export const statusOf = (reply: FastifyReply): number => (reply.raw.writableEnded ? reply.statusCode : 499);

/** Runs `act` when the answer has been sent or the connection has closed, or at once if that has already happened. */
export function onceClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed || raw.destroyed) act();
  else raw.once('close', act);
}

const lingerMs = 5_000;

/**
 * Lets a caller read an answer that is sent before its upload has ended. The rest of the upload is discarded for a few seconds, because
 * closing at once would destroy the answer on its way. Must be called before the answer is sent.
 */
export async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete !== false || raw.destroyed) return;
  const { socket } = raw;
  // Node calls destroySoon after the last answer of a connection, which would reset it while there is still data to read.
  socket.destroySoon = () => socket.end();
  const cutOff = setTimeout(() => socket.destroy(), lingerMs).unref();
  raw.once('close', () => {
    clearTimeout(cutOff);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (socket.writableEnded) socket.destroySoon();
  });
  raw.unpipe();
  raw.resume();
}

/** The headers of every answer: it is JSON, whatever a browser guesses, and must not be cached. */
export const fixedHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** The code of a refusal; of a failed extraction, `error.code` again, for clients that do not read bodies. */
export const errorCodeHeader = 'X-Error-Code';

export const answerHeaders = ({ id }: Pick<FastifyRequest, 'id'>): Readonly<Record<string, string>> => ({
  ...fixedHeaders,
  'X-Request-Id': id,
});

/** A form is no JSON; what a scope reads is its own. */
export function readsJsonOnly(scope: FastifyInstance, bodyLimit = 16_384): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, text, done) => {
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(badRequest('The body is not valid JSON'));
    }
  });
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new Refusal('WRONG_MEDIA_TYPE', 'The request must be application/json')),
  );
}
