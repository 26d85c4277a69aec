import { readFileSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { invoice } from '../../../config/schemas/invoice.js';
import { samplePath } from '../../fixtures/sample.js';
import { filePart, form, schemaPart } from '../../server/support/form.js';
import { key } from '../bench/server.js';

/** A request as it is sent: made once, for the load is to cost the client as little as it can. */
export interface LoadCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

export interface LoadAnswer {
  /** 0 when the connection ended without one. */
  readonly status: number;
  readonly retryAfter: boolean;
  /** Why there was no answer. */
  readonly failure?: string;
}

const sample = readFileSync(samplePath);
const schema = JSON.stringify(invoice);

/** The two-page invoice of the README, with the shipped schema. */
export const goodCall = callOf(sample);
/** The same, padded to the last byte that is allowed. */
export const largeCall = (): LoadCall => {
  const bytes = Buffer.alloc(10_485_760, '\n');
  bytes.set(sample);
  return callOf(bytes);
};
/** A file of no known format: a 400. */
export const badCall = callOf(Buffer.from('neither PDF nor DOCX'));

export function callOf(file: Uint8Array): LoadCall {
  const { payload, headers } = form(filePart(file), schemaPart(schema));
  return {
    path: '/v1/extract',
    payload,
    headers: { ...headers, 'content-length': String(payload.length), authorization: `Bearer ${key}` },
  };
}

/** Every request has a connection of its own, as those of many callers do. */
const agent = new Agent({ keepAlive: false });

/** Begins a request that may be destroyed at any time. */
export function begin(url: string, { path, headers, payload }: LoadCall): ClientRequest {
  const sent = request(`${url}${path}`, { method: 'POST', headers, agent });
  sent.on('error', () => undefined).end(payload);
  return sent;
}

/** Sends a request and reads its answer to the end. Never throws: that nothing came is what is to be counted. */
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
