import { readFileSync } from 'node:fs';
import { invoice } from '../../../config/schemas.js';
import { samplePath } from '../../fixtures/sample.js';
import { key } from './server.js';

/** The two-page invoice of the README, and the shipped schema that asks for all of it. */
export const sample: Uint8Array = readFileSync(samplePath);
export const schema = JSON.stringify(invoice);

export interface BenchAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Posts a document to `/v1/extract` and reads the whole answer. */
export async function post(url: string, file: Uint8Array = sample, outputSchema = schema): Promise<BenchAnswer> {
  const response = await send(url, file, { output_schema: outputSchema });
  return { status: response.status, body: await response.json() };
}

function send(url: string, file: Uint8Array, fields: Readonly<Record<string, string>>, path = '/v1/extract'): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'document.pdf');
  return fetch(`${url}${path}`, { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } });
}

/** Like `post`. @throws Error with the answer when it is no extraction, which would make the time worthless. */
export async function extract(url: string, file?: Uint8Array, outputSchema?: string): Promise<void> {
  const { status, body } = await post(url, file, outputSchema);
  const isAnswer = typeof body === 'object' && body !== null && Reflect.get(body, 'object') !== null;
  if (status !== 200 || !isAnswer) throw new Error(`${url} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}

/**
 * Milliseconds of each stage by its name, and of the request as `total`, as the server says. Of a document that is read to the end, because
 * nothing is sure enough. @throws Error when the answer is no extraction.
 */
export async function stageTimes(url: string, file: Uint8Array): Promise<Readonly<Record<string, number>>> {
  return timesOf(await send(url, file, { output_schema: schema, confidence_threshold: '1' }));
}

/** The same for values that are scored. */
export const score = async (url: string, file: Uint8Array, data: object): Promise<Readonly<Record<string, number>>> =>
  timesOf(await send(url, file, { data: JSON.stringify(data) }, '/v1/score'));

async function timesOf(response: Response): Promise<Readonly<Record<string, number>>> {
  const text = await response.text();
  if (response.status !== 200 || text.startsWith('{"object":null'))
    throw new Error(`it answered ${response.status}: ${text.slice(0, 300)}`);
  const entries = (response.headers.get('server-timing') ?? '').matchAll(/([\w-]+);dur=([\d.]+)/g);
  return Object.fromEntries([...entries].map(([, name = '', ms]) => [name, Number(ms)]));
}
