import type { FastifyInstance } from 'fastify';
import JSZip from 'jszip';
import { call, key } from '../../support/door.js';
import { type FormPart, form, outputSchema, pdf } from '../../support/form.js';

export const auth = (secret = key) => ({ authorization: `Bearer ${secret}` });
export const get = (app: FastifyInstance, path: string, secret = key) => call(app, { url: path, headers: auth(secret) });

/** Sends a batch made of these parts. */
export function sendBatch(app: FastifyInstance, parts: readonly FormPart[], more: Readonly<Record<string, string>> = {}) {
  const { payload, headers } = form(...parts);
  return call(app, { method: 'POST', url: '/v1/batches', payload, headers: { ...auth(), ...headers, ...more } });
}

/** Lines as they are sent; a text stays as it is. */
export const jobsPart = (...lines: readonly (object | string)[]): FormPart => ({
  name: 'jobs',
  value: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  filename: 'jobs.jsonl',
  type: 'application/jsonl',
});
export const line = (customId: string, file = 'a.pdf', members: object = {}): object => ({ custom_id: customId, file, ...members });
export const documentPart = (filename = 'a.pdf', value: string | Uint8Array = pdf): FormPart => ({ name: 'file', value, filename });
export const commonSchema: FormPart = { name: 'output_schema', value: outputSchema };

export const zipPart = (value: Uint8Array): FormPart => ({ name: 'files', value, filename: 'files.zip', type: 'application/zip' });

/** A zip of these documents. */
export async function zipOf(documents: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new JSZip();
  for (const [name, value] of Object.entries(documents)) zip.file(name, value, { createFolders: false });
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', platform: 'UNIX' });
}

/** Lines of an answer. */
export const linesIn = (body: string): readonly Record<string, unknown>[] =>
  body
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text));
