import { createHash } from 'node:crypto';
import retry from 'p-retry';
import { ConfigError, InputError, type SourceFile } from '../../../core/index.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import type { Inclusion } from '../../wire/wire.js';
import { readInput } from '../input/read-input.js';
import type { FileAnswer } from '../output/answer.js';
import type { Terminal } from '../output/terminal.js';

export interface RemoteTask {
  /** The address of a server: 'https://vouch.example.com'. */
  readonly server: string;
  readonly key: string;
  /** The JSON Schema as a text. */
  readonly outputSchema: string;
  readonly threshold: number;
  readonly verify: boolean;
  readonly include: readonly Inclusion[];
}

/**
 * Answers files with a server. What is busy or cannot be reached is tried again for some minutes, under one `Idempotency-Key` for each file and
 * question: a run that was interrupted is not charged twice.
 */
export const remote =
  (task: RemoteTask, terminal: Terminal) =>
  async (file: string): Promise<FileAnswer> => {
    try {
      const source = await readInput(file, terminal);
      const body = await retry(() => ask(task, source), {
        retries: 8,
        minTimeout: 1_000,
        maxTimeout: 60_000,
        randomize: true,
        shouldRetry,
      });
      return { kind: 'answered', file, body };
    } catch (error) {
      if (error instanceof InputError) return { kind: 'refused', file, detail: error.message };
      throw error;
    }
  };

/** The server is busy, or could not be reached. */
class Busy extends Error {}

const shouldRetry = ({ error }: { readonly error: Error }): boolean => error instanceof Busy;

/** @throws InputError for a document or a schema that is refused, ConfigError for a key that is, Busy where trying again makes sense */
async function ask(task: RemoteTask, source: SourceFile): Promise<ExtractionBody> {
  const response = await send(task, source);
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isAnswer(body)) return body;
  const detail = detailOf(body) ?? `it answered with ${response.status}`;
  if ([401, 403, 404].includes(response.status)) throw new ConfigError(`${task.server}: ${detail}`);
  if (response.status < 500 && response.status !== 429 && response.status !== 409) throw new InputError(detail);
  await waitFor(response.headers.get('retry-after'));
  throw new Busy(`${task.server}: ${detail}`);
}

async function send({ server, key, ...question }: RemoteTask, { name, bytes }: SourceFile): Promise<Response> {
  const { outputSchema, threshold, verify, include } = question;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  form.set('output_schema', outputSchema);
  form.set('confidence_threshold', String(threshold));
  form.set('enable_verification', String(verify));
  if (include.length > 0) form.set('include', include.join(','));
  const asked = createHash('sha256').update(JSON.stringify(question)).update(bytes).digest('hex');
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': `vouch-extract-${asked}` };
  return fetch(new URL('/v1/extract', server), { method: 'POST', body: form, headers }).catch((cause) => {
    throw new Busy(`${server} cannot be reached`, { cause });
  });
}

/** Waits as long as the server asks for, at most a minute. */
async function waitFor(seconds: string | null): Promise<void> {
  const ms = Math.min(60, Number(seconds ?? 0)) * 1_000;
  if (ms > 0) await new Promise((done) => setTimeout(done, ms));
}

const isAnswer = (body: unknown): body is ExtractionBody =>
  typeof body === 'object' && body !== null && 'object' in body && 'metadata' in body;

const detailOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string' ? body.detail : undefined;
