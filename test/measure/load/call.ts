import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { invoice } from '../../../config/schemas.js';
import { samplePath } from '../../fixtures/sample.js';
import { filePart, form, schemaPart } from '../../server/support/form.js';
import { key } from '../bench/server.js';

/** A prepared request; it is built once, so that the client costs as little as possible. */
export interface LoadCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

export interface LoadAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly retryAfter: boolean;
  /** Why there was no answer. */
  readonly failure?: string;
}

const sample = readFileSync(samplePath);
const schema = JSON.stringify(invoice);

/** The two-page invoice of the README, with the shipped schema. */
export const goodCall = callOf(sample);
/** The same invoice, padded to the largest accepted size. */
export const largeCall = (): LoadCall => {
  const bytes = Buffer.alloc(10_485_760, '\n');
  bytes.set(sample);
  return callOf(bytes);
};
/** A file of an unknown format, answered with 400. */
export const badCall = callOf(Buffer.from('neither PDF nor DOCX'));

export function callOf(file: Uint8Array): LoadCall {
  const { payload, headers } = form(filePart(file), schemaPart(schema));
  return {
    path: '/v1/extract',
    payload,
    headers: { ...headers, 'content-length': String(payload.length), authorization: `Bearer ${key}` },
  };
}

/** Each request has its own connection, like requests of many callers. */
const agent = new Agent({ keepAlive: false });

/** Starts a request that the caller may destroy at any time. */
export function begin(url: string, { path, headers, payload }: LoadCall): ClientRequest {
  const sent = request(`${url}${path}`, { method: 'POST', headers, agent });
  sent.on('error', () => undefined).end(payload);
  return sent;
}

/** Sends a request and reads the whole answer. Never throws, because missing answers are counted. */
export function send(url: string, call: LoadCall): Promise<LoadAnswer> {
  const sent = begin(url, call);
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => resolve({ status: 0, retryAfter: false, failure: error.code ?? error.message });
    sent.on('error', fail);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      response.on('error', fail).on('end', () => resolve({ status, retryAfter: Number(headers['retry-after']) >= 1 }));
      response.resume();
    });
  });
}

/** Whether an answer is allowed under load: an extraction, or a refusal that says when to come back. */
export const expected = ({ status, retryAfter }: LoadAnswer): boolean =>
  status === 200 || ((status === 429 || status === 503) && retryAfter);

export const unanswered = ({ status }: LoadAnswer): boolean => status === 0;
