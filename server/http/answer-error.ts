import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InputError } from '../../core/index.js';
import { type ErrorCode, Refusal, refusals } from './refusal.js';
import { errorCodeHeader, fixedHeaders } from './request.js';

/** Answers any error with `{detail}` and its code, and logs 5xx. Overload is only counted, because it would produce thousands of lines. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  if (refusal.status >= 500 && refusal.shed !== 'busy') request.log.error({ err: refusal.cause ?? refusal }, refusal.detail);
  // What of the form was ignored matters only where the rest was used.
  sendRefusal(refusal, reply.removeHeader('Ignored-Fields'));
}

export function sendRefusal({ status, code, detail, headers }: Refusal, reply: FastifyReply): void {
  reply.code(status).header(errorCodeHeader, code).headers(headers).send({ detail });
}

/** The answer to an error: its own message where that was written for the caller, else only what the status says. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof InputError) return new Refusal('INVALID_INPUT', error.message, {}, { cause: error });
  const { status, isOfFramework } = thrown(error);
  if (status === 500) return new Refusal('INTERNAL_ERROR', 'Internal server error', {}, { cause: error });
  const [code, detail] = sentences[status] ?? (isOfFramework && status < 500 ? unclear : ofHost);
  return new Refusal(code, detail, {}, { cause: error, status });
}

/** Errors of the framework, and of a host's own hooks, carry a status. Their messages may echo the request and are not used. */
function thrown(error: unknown): { readonly status: number; readonly isOfFramework: boolean } {
  const { statusCode, code } = Object(error) as { readonly statusCode?: unknown; readonly code?: unknown };
  const status = Number(statusCode);
  return { status: status >= 400 && status <= 599 ? status : 500, isOfFramework: /^FST_/.test(String(code)) };
}

type Sentence = readonly [code: ErrorCode, detail: string];

const unclear: Sentence = ['INVALID_REQUEST', 'The request could not be understood'];
const ofHost: Sentence = ['HOST_REFUSED', 'The app around this service refused the request'];
const sentences: Readonly<Record<number, Sentence>> = {
  400: unclear,
  401: ['KEY_REFUSED', 'Not authorized'],
  403: ['NOT_ALLOWED', 'Forbidden'],
  404: ['NOT_FOUND', 'Not found'],
  408: ['TOO_SLOW', 'The request did not arrive in time'],
  413: ['TOO_LARGE', 'The request is too large'],
  414: ['ADDRESS_TOO_LONG', 'The address is too long'],
  415: ['WRONG_MEDIA_TYPE', 'The request must be multipart/form-data'],
  429: ['RATE_LIMITED', 'Too many requests'],
  431: ['HEADERS_TOO_LARGE', 'The request headers are too large'],
};

/** Answers on the bare socket when Node could not parse a request, then closes it. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail] = brokenRequests[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ detail });
  const headers = {
    ...fixedHeaders,
    [errorCodeHeader]: code,
    'X-Request-Id': randomUUID(),
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = refusals[code];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

const notHttp: Sentence = ['INVALID_REQUEST', 'The request is not valid HTTP'];
const brokenRequests: Readonly<Record<string, Sentence>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['TOO_LARGE', 'The chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['TOO_SLOW', 'The request did not arrive in time'],
};
