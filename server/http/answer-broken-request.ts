import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { fixedHeaders } from './headers.js';

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
