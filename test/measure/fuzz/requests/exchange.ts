import { connect } from 'node:net';
import type { ReceivedAnswer } from '../../../server/support/conformity.js';

/** The answers on one connection. */
export interface SocketExchange {
  /** In order, without informational ones (1xx). */
  readonly answers: readonly ReceivedAnswer[];
  /** Bytes that are not part of an answer. */
  readonly rest: string;
  /** Which side closed it: the server, or we after a long silence. */
  readonly ended: 'server' | 'silence';
}

/**
 * Waiting times for requests without and with a recognizable end. The latter exceeds the minute after which the server answers 408, because
 * Node does not report a broken chunk in an upgrade request.
 */
const patienceMs = { open: 60, whole: 65_000 };

/**
 * Sends raw bytes and reads until the server closes. `whole` says that the server can tell where the request ends; otherwise our side is
 * half-closed after a moment, like a client that left.
 */
export function exchange(port: number, bytes: Buffer, whole: boolean, heads: readonly string[]): Promise<SocketExchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let ended: SocketExchange['ended'] = 'server';
    const hangUp = setTimeout(() => socket.end(), whole ? patienceMs.whole : patienceMs.open);
    const giveUp = setTimeout(() => {
      ended = 'silence';
      socket.destroy();
    }, patienceMs.whole + 5_000);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      for (const timer of [hangUp, giveUp]) clearTimeout(timer);
      resolve({ ...answersIn(Buffer.concat(chunks).toString('latin1'), heads), ended });
    });
    socket.write(bytes);
  });
}

/** Splits the received bytes into answers. `methods` are those of the requests, in order: an answer to HEAD has no body. */
export function answersIn(text: string, methods: readonly string[]): Pick<SocketExchange, 'answers' | 'rest'> {
  const answers: ReceivedAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole, head = ''] = /^(HTTP\/1\.[01] \d{3} .*?)\r\n\r\n/s.exec(rest) ?? [];
    if (whole === undefined) break;
    const { status, headers } = headOf(head);
    const after = rest.slice(whole.length);
    if (status < 200) {
      rest = after;
      continue;
    }
    const body = hasNone(status, methods[answers.length], after) ? { text: '', length: 0 } : bodyOf(after, headers);
    answers.push({ status, headers, text: Buffer.from(body.text, 'latin1').toString('utf8') });
    rest = after.slice(body.length);
  }
  return { answers, rest };
}

/** A request that could not be parsed is answered in full, even if it was meant as HEAD. */
const hasNone = (status: number, method: string | undefined, after: string): boolean =>
  status === 204 || status === 304 || (method === 'HEAD' && !(status >= 400 && after.startsWith('{"detail"')));

function headOf(head: string) {
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.replace(/:.*$/s, '').toLowerCase(), line.replace(/^[^:]*: ?/, '')]));
  return { status: Number(first.split(' ')[1]), headers };
}

function bodyOf(after: string, headers: Readonly<Record<string, string>>): { readonly text: string; readonly length: number } {
  if (headers['transfer-encoding'] === 'chunked') return unchunked(after);
  const length = headers['content-length'] === undefined ? after.length : Number(headers['content-length']);
  return { text: after.slice(0, length), length };
}

function unchunked(after: string): { readonly text: string; readonly length: number } {
  let at = 0;
  let text = '';
  for (;;) {
    const [line, size = ''] = /^([0-9a-f]+)\r\n/i.exec(after.slice(at, at + 20)) ?? [];
    if (line === undefined) return { text, length: after.length };
    const bytes = Number.parseInt(size, 16);
    text += after.slice(at + line.length, at + line.length + bytes);
    at += line.length + bytes + 2;
    if (bytes === 0) return { text, length: at };
  }
}
