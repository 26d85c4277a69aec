import { type RequestOptions, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { good } from '../../server/hostile/files.js';
import { form } from '../../server/support/form.js';
import { key, metricsToken, origin } from './instance.js';

export type CallerFormat = keyof typeof good;
export const formats: readonly CallerFormat[] = ['pdf', 'docx'];

/** The answer as a caller sees it. */
export interface CallerAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly code: string;
  readonly credits: number | null;
  /** Whether the printed value came back. */
  readonly read: boolean;
  readonly fallback: boolean;
  readonly issues: readonly string[];
  /** `detail` of a refusal, or the message of a failure. */
  readonly message: string;
  readonly retryAfter: string;
  readonly ms: number;
}

const schema = JSON.stringify({ type: 'object', required: ['total'], properties: { total: { type: 'number' } } });

export const upload = (file: Uint8Array, outputSchema = schema) =>
  form(
    { name: 'file', value: file, filename: 'document', type: 'application/octet-stream' },
    { name: 'output_schema', value: outputSchema },
  );

export interface Posting {
  readonly file?: Uint8Array;
  readonly format?: CallerFormat;
  /** Posts to the playground from this address; to the API with a key when absent. */
  readonly playFrom?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a document, a good one by default, over its own connection. */
export async function post(
  url: string,
  { format = 'pdf', file = good[format], playFrom, headers = {} }: Posting = {},
): Promise<CallerAnswer> {
  const { payload, headers: typed } = upload(file);
  const caller = playFrom ? { origin, 'x-forwarded-for': playFrom } : { authorization: `Bearer ${key}`, 'x-forwarded-for': newAddress() };
  const path = playFrom ? '/v1/playground' : '/v1/extract';
  const began = performance.now();
  const {
    status,
    headers: received,
    body,
  } = await send(`${url}${path}`, { method: 'POST', headers: { ...caller, ...typed, ...headers } }, payload);
  return { status, ...seen(body), retryAfter: String(received['retry-after'] ?? ''), ms: performance.now() - began };
}

let callers = 0;
/** A new address, so that no caller is limited because of another. */
export function newAddress(): string {
  callers += 1;
  return `198.18.${callers >> 8}.${callers & 255}`;
}

// biome-ignore lint/suspicious/noExplicitAny: looks into whatever came back
function seen(body: any): Omit<CallerAnswer, 'status' | 'retryAfter' | 'ms'> {
  return {
    code: body?.error?.code ?? '',
    credits: body?.metadata?.credits ?? null,
    read: body?.object?.total === 120,
    fallback: body?.metadata?.fallback_triggered === true,
    issues: body?.object?._meta?.issues ?? [],
    message: body?.error?.message ?? body?.detail ?? '',
  };
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Sends a request; the status is 0 when no answer came. */
function send(url: string, options: RequestOptions, payload?: Buffer): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const none = (error: Error): void => resolve({ status: 0, headers: {}, body: { detail: error.message } });
    const sent = request(url, { ...options, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('error', none);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = /json/.test(String(response.headers['content-type']));
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: isJson ? JSON.parse(text) : text });
      });
    });
    sent.on('error', none).end(payload);
  });
}

export async function get(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer & { readonly ms: number }> {
  const began = performance.now();
  const received = await send(`${url}${path}`, { method: 'GET', headers: { authorization: `Bearer ${metricsToken}`, ...headers } });
  return { ...received, ms: performance.now() - began };
}

/** The sum of a metric over its labels. */
export async function metric(url: string, name: string): Promise<number> {
  const { body } = await get(url, '/metrics');
  const lines = String(body).matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
  return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Opens a socket and posts only a part of a document, or nothing. */
export async function dial(port: number, { format, part = 1 }: { readonly format: CallerFormat; readonly part?: number }): Promise<Socket> {
  const { payload, headers } = upload(good[format]);
  const lines = [
    'POST /v1/extract HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${key}`,
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${payload.length}`,
    '',
    '',
  ];
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => {
    socket.write(Buffer.concat([Buffer.from(lines.join('\r\n')), payload.subarray(0, Math.floor(payload.length * part))]), resolve);
  });
  return socket;
}
