import { setTimeout as sleep } from 'node:timers/promises';
import { outputSchema, pdf } from '../../server/support/form.js';
import type { Fleet } from './fleet.js';

export const key = 'pk_0123456789abcdefJOBS';
export const otherKey = 'pk_fedcba9876543210JOBS';

/** What is read of the answers. */
export interface TrialAnswer {
  readonly id: string;
  readonly secret: string;
  readonly status: string;
  readonly credits: number;
  readonly runs: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly result?: { readonly object: Readonly<Record<string, unknown>> | null };
  readonly jobs: readonly Pick<TrialAnswer, 'started_at' | 'ended_at'>[];
  readonly next: string | null;
}

export interface Call {
  /** Made anew for each try. */
  readonly request?: () => RequestInit;
  readonly as?: string;
}

/** Asks whoever is alive until there is an answer. */
export async function ask(fleet: Fleet, path: string, { request = () => ({}), as = key }: Call = {}): Promise<TrialAnswer> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const answer = fleet.url && (await send(fleet.url + path, request(), as));
    if (answer && answer.status < 300) return JSON.parse(answer.text) as TrialAnswer;
    if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await sleep(200);
  }
  throw new Error(`${path}: nobody answers`);
}

/** Undefined where the server has died meanwhile. */
export async function send(address: string, { headers, ...init }: RequestInit, as = key) {
  try {
    const response = await fetch(address, { ...init, headers: { authorization: `Bearer ${as}`, ...headers } });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** A document to read, for `/v1/extract` and `/v1/jobs`. `fields` are further ones of the form. */
export function upload(fields: Readonly<Record<string, string>> = {}, idempotencyKey?: string): () => RequestInit {
  return () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ output_schema: outputSchema, ...fields })) body.set(name, value);
    body.set('file', new Blob([pdf]), 'invoice.pdf');
    return { method: 'POST', body, ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }) };
  };
}

/** A batch whose lines all name one document. */
export function batchOf(lines: number): () => RequestInit {
  return () => {
    const body = new FormData();
    body.set('output_schema', outputSchema);
    const jobs = Array.from({ length: lines }, (_, at) => JSON.stringify({ custom_id: `line-${at}`, file: 'invoice.pdf' })).join('\n');
    body.set('jobs', new Blob([jobs]), 'jobs.jsonl');
    body.set('file', new Blob([pdf]), 'invoice.pdf');
    return { method: 'POST', body };
  };
}

export async function endOf(fleet: Fleet, id: string, call: Call = {}): Promise<TrialAnswer> {
  for (;;) {
    const job = await ask(fleet, `/v1/jobs/${id}?wait=5`, call);
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

/** The caller's jobs, page by page. `query` narrows them down. */
export async function allJobs(fleet: Fleet, query = ''): Promise<TrialAnswer['jobs']> {
  const jobs = [];
  let cursor = '';
  do {
    const page = await ask(fleet, `/v1/jobs?${query}limit=100${cursor && `&cursor=${cursor}`}`);
    jobs.push(...page.jobs);
    cursor = page.next ?? '';
  } while (cursor !== '');
  return jobs;
}

/** Does some work so many times, a few at a time. */
export async function several<T>(count: number, atOnce: number, work: (at: number) => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) made.push(await work(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return made;
}
