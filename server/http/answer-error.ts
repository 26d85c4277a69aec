import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InputError } from '../../core/index.js';
import { fixedHeaders } from './headers.js';
import { badRequest, Refusal } from './refusal.js';

/** Answers any error with `{detail}` and logs 5xx. Overload is only counted, because it would produce thousands of lines. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  if (refusal.status >= 500 && refusal.shed !== 'busy') request.log.error({ err: refusal.cause ?? refusal }, refusal.detail);
  // What of the form was ignored matters only where the rest was used.
  reply.removeHeader('Ignored-Fields').code(refusal.status).headers(refusal.headers).send({ detail: refusal.detail });
}

/** The answer to an error: its own message where that was written for the caller, else only what the status says. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof InputError) return badRequest(error.message, { cause: error });
  const status = statusOf(error);
  if (status >= 500) return new Refusal(500, 'Internal server error', {}, { cause: error });
  return new Refusal(status, sentences[status] ?? 'The request could not be understood', {}, { cause: error });
}

/** Framework errors carry a status. Their messages may echo the request and are not used. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status <= 599 ? status : 500;
}

const sentences: Readonly<Record<number, string>> = {
  401: 'Not authorized',
  403: 'Forbidden',
  404: 'Not found',
  408: 'The request did not arrive in time',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'The request must be multipart/form-data',
  429: 'Too many requests',
  431: 'The request headers are too large',
};

const answers: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
};
const notHttp = ['400 Bad Request', 'The request is not valid HTTP'] as const;

/** Answers on the bare socket when Node could not parse a request, then closes it. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = answers[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ detail });
  const headers = { ...fixedHeaders, 'X-Request-Id': randomUUID(), 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
