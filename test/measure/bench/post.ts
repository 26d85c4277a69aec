import { readFileSync } from 'node:fs';
import { invoice } from '../../../config/schemas/invoice.js';
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
  const form = new FormData();
  form.set('output_schema', outputSchema);
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'document.pdf');
  const response = await fetch(`${url}/v1/extract`, { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.json() };
}

/** Like `post`. @throws Error with the answer when it is no extraction, which would make the time worthless. */
export async function extract(url: string, file?: Uint8Array, outputSchema?: string): Promise<void> {
  const { status, body } = await post(url, file, outputSchema);
  const isAnswer = typeof body === 'object' && body !== null && Reflect.get(body, 'object') !== null;
  if (status !== 200 || !isAnswer) throw new Error(`${url} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}
