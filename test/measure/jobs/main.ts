import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newServer } from '../../server/state/own-postgres.js';
import { outputSchema, pdf } from '../../server/support/form.js';
import { freePort } from '../../support/free-port.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { Fleet } from './fleet.js';

const usage = `npm run jobs -- [--store sqlite|postgres] [--jobs N] [--instances N] [--kills N] [--every MS]

Enqueues jobs at servers with workers while one process after the other is killed without a word, and prints what became of the jobs:
every one must end once, with its result, and cost exactly its credits.
  --store NAME     postgres when absent
  --jobs N         500 when absent
  --instances N    3 when absent; SQLite takes one
  --kills N        at most so many; 25 when absent
  --every MS       one kill in so many milliseconds; 3000 when absent
`;

const key = 'pk_0123456789abcdefJOBS';

await command(async () => {
  const options = {
    store: { type: 'string', default: 'postgres' },
    jobs: { type: 'string', default: '500' },
    instances: { type: 'string', default: '3' },
    kills: { type: 'string', default: '25' },
    every: { type: 'string', default: '3000' },
  } as const;
  const given = parsed(usage, () => parseArgs({ options }).values);
  const number = (name: 'jobs' | 'instances' | 'kills' | 'every'): number =>
    wholeNumber(`--${name}`, given[name], name === 'kills' ? 0 : 1);
  const store = given.store === 'sqlite' ? sqliteFile() : await ownPostgres();
  try {
    const settings = { store: store.address, keys: [key], rateLimit: 0, dailyCreditsPerKey: 1_000_000, port: 0 };
    const fleet = await Fleet.start({ instances: given.store === 'sqlite' ? 1 : number('instances'), slowMs: 150, settings });
    const report = await survive(fleet, { jobs: number('jobs'), kills: number('kills'), everyMs: number('every') });
    fleet.stop();
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return report.ended['done'] === report.jobs && report.credits === report.jobs && report.listed === report.jobs ? 0 : 1;
  } finally {
    await store.remove();
  }
});

function sqliteFile() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-jobs-'));
  return { address: `sqlite:${join(folder, 'vouch.db')}`, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function ownPostgres() {
  const server = newServer(await freePort());
  await server.start();
  return { address: server.url, remove: () => server.remove() };
}

interface Trial {
  readonly jobs: number;
  readonly kills: number;
  readonly everyMs: number;
}

/** Enqueues, waits for each job, and counts. A document of the trial costs one credit. */
async function survive(fleet: Fleet, { jobs, kills, everyMs }: Trial) {
  const began = performance.now();
  const over = new AbortController();
  const killing = killNowAndThen(fleet, { kills, everyMs, over: over.signal });
  const ids = new Set(await inFours(jobs, async (at) => (await ask(fleet, '/v1/jobs', enqueue(at))).id));
  const enqueuedMs = performance.now() - began;
  const ended: Record<string, number> = {};
  let [credits, runs] = [0, 0];
  for (const id of ids) {
    const job = await endOf(fleet, id);
    ended[job.status] = (ended[job.status] ?? 0) + 1;
    credits += job.credits;
    runs += job.runs;
  }
  over.abort();
  await killing;
  return { jobs, ended, credits, runs, kills: fleet.kills, listed: await listed(fleet), enqueuedMs, ms: performance.now() - began };
}

async function killNowAndThen(fleet: Fleet, { kills, everyMs, over }: Omit<Trial, 'jobs'> & { readonly over: AbortSignal }): Promise<void> {
  while (fleet.kills < kills && !over.aborted) {
    await sleep(everyMs);
    if (!over.aborted) await fleet.killOne();
  }
}

/** The same under one key, so that a caller whose server has died may ask the next one. */
function enqueue(at: number): () => RequestInit {
  return () => {
    const body = new FormData();
    body.set('file', new Blob([pdf]), 'invoice.pdf');
    body.set('output_schema', outputSchema);
    return { method: 'POST', body, headers: { 'idempotency-key': `job-${at}` } };
  };
}

async function inFours<T>(count: number, work: (at: number) => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) made.push(await work(next++));
  };
  await Promise.all([one(), one(), one(), one()]);
  return made;
}

async function endOf(fleet: Fleet, id: string) {
  for (;;) {
    const job = await ask(fleet, `/v1/jobs/${id}?wait=5`);
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

async function listed(fleet: Fleet): Promise<number> {
  let [count, cursor] = [0, ''];
  do {
    const page = await ask(fleet, `/v1/jobs?limit=100${cursor && `&cursor=${cursor}`}`);
    count += page.jobs.length;
    cursor = page.next ?? '';
  } while (cursor !== '');
  return count;
}

/** What is read of a job or of a page of them. */
interface JobAnswer {
  readonly id: string;
  readonly status: string;
  readonly credits: number;
  readonly runs: number;
  readonly jobs: readonly unknown[];
  readonly next: string | null;
}

/** Asks whoever is alive until there is an answer. */
async function ask(fleet: Fleet, path: string, request: () => RequestInit = () => ({})): Promise<JobAnswer> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const answer = fleet.url && (await send(fleet.url + path, request()));
    if (answer && answer.status < 300) return JSON.parse(answer.text) as JobAnswer;
    if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await sleep(200);
  }
  throw new Error(`${path}: nobody answers`);
}

/** Undefined where the server has died meanwhile. */
async function send(address: string, { headers, ...init }: RequestInit) {
  try {
    const response = await fetch(address, { ...init, headers: { authorization: `Bearer ${key}`, ...headers } });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}
