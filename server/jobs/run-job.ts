import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { InputError } from '../../core/index.js';
import { Refusal } from '../http/refusal.js';
import { StoreError } from '../state/store.js';
import { readDocument } from './documents/read-document.js';
import { type JobRequest, openRequest } from './job-request.js';
import { type JobResult, sealResult } from './job-result.js';
import type { JobEnd, JobStore, TakenJob } from './job-store.js';
import { leaseMs } from './worker.js';
import type { WorkerPace } from './worker-pace.js';

/** What a run came to. */
export interface RunOutcome extends JobResult {
  readonly credits: number;
  /** Set where it failed in a way that may be over in a while, such as an outage of a provider. */
  readonly mayRecover?: boolean;
  /** Set where no provider took the work for now: it is not the job's fault. How long they want to be left alone, where they say so. */
  readonly postponed?: { readonly retryAfterMs?: number };
}

export interface JobRunner {
  readonly jobs: JobStore;
  /** With which requests and documents are sealed. */
  readonly key: () => Promise<Uint8Array>;
  readonly log: FastifyBaseLogger;
  readonly pace: Pick<WorkerPace, 'served' | 'refused'>;
  /** Does the work of a job. @throws InputError or Refusal where it is refused, the signal's reason when it fires */
  extract(request: JobRequest, bytes: Uint8Array, run: RunTerms): Promise<RunOutcome>;
}

export interface RunTerms {
  readonly job: TakenJob;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/** Why a run is cut short. */
type Cut = 'cancelled' | 'lost' | 'closing';

/** Runs one job: reads it, ends it, or gives it back. It renews its lease meanwhile, and learns there that it is cancelled. Never rejects. */
export async function runJob(runner: JobRunner, job: TakenJob, closing: AbortSignal): Promise<void> {
  const { jobs } = runner;
  const cut = new AbortController();
  const log = runner.log.child({ job: job.run.job, run: job.run.id });
  const close = (): void => cut.abort('closing' satisfies Cut);
  if (closing.aborted) close();
  else closing.addEventListener('abort', close, { once: true });
  const beat = setInterval(() => void renew(jobs, job, cut), leaseMs / 3).unref();
  try {
    await conclude(
      { ...runner, log },
      { job, attempted: await attempt(runner, job, { job, signal: cut.signal, log }), signal: cut.signal },
    );
  } catch (error) {
    await giveUp({ ...runner, log }, job, cut.signal.aborted ? (cut.signal.reason as Cut) : error);
  } finally {
    clearInterval(beat);
    closing.removeEventListener('abort', close);
  }
}

/** A store that cannot be asked says nothing about the lease. */
async function renew(jobs: JobStore, { run }: TakenJob, cut: AbortController): Promise<void> {
  const state = await jobs.beat(run, leaseMs).catch(() => 'running' as const);
  if (state !== 'running') cut.abort(state satisfies Cut);
}

type Attempt = { readonly end: JobEnd } | { readonly again: Parameters<JobStore['giveBack']>[1] };

async function attempt({ jobs, key, extract, pace }: JobRunner, job: TakenJob, terms: RunTerms): Promise<Attempt> {
  const id = job.run.job;
  const secret = await key();
  const request = openRequest(secret, id, job.request);
  const bytes = await readDocument({ pieces: jobs.documents, key: secret }, request.document);
  const outcome = await extract(request, bytes, terms).catch(refused);
  if (outcome.postponed) {
    pace.refused();
    return { again: { afterMs: postponedMs(outcome.postponed.retryAfterMs), spendsAttempt: false } };
  }
  if (outcome.mayRecover && job.attemptsLeft > 0) return { again: { afterMs: backoffMs(job), spendsAttempt: true } };
  const { status, body, credits } = outcome;
  const isDone = status === 200 && !outcome.mayRecover && !failedExtraction(body);
  // What was refused, or failed, says nothing of what providers take.
  if (isDone) pace.served();
  return { end: { status: isDone ? 'done' : 'failed', result: sealResult(request.recipient, id, { status, body }), credits } };
}

/** An extraction that failed is a 200 with an `error` over HTTP; as a job it has failed. */
const failedExtraction = (body: string): boolean => 'error' in (JSON.parse(body) as object);

/** What is refused is an answer, too. A store that could not be reached is not. */
function refused(error: unknown): RunOutcome {
  if (error instanceof InputError) return { status: 400, body: JSON.stringify({ detail: error.message }), credits: 0 };
  if (error instanceof Refusal && error.status < 500 && error.status !== 499)
    return { status: error.status, body: JSON.stringify({ detail: error.detail }), credits: 0 };
  throw error;
}

/** How long a store that takes no ends is waited for, each time: within the lease, which such a store does not renew, either. */
const waitsMs = [1_000, 3_000, 9_000];

interface RunEnd {
  readonly job: TakenJob;
  readonly attempted: Attempt;
  readonly signal: AbortSignal;
}

/** Ends the job or gives it back. A store that cannot take an end now is asked again: another run would be paid for again. */
async function conclude({ jobs, log }: JobRunner, { job, attempted, signal }: RunEnd): Promise<void> {
  if ('again' in attempted) return jobs.giveBack(job.run, attempted.again);
  for (const waitMs of [...waitsMs, undefined])
    try {
      if (!(await jobs.settle(job.run, attempted.end)))
        log.warn('the job was taken over while this run was at work; its answer is dropped');
      return;
    } catch (cause) {
      if (waitMs === undefined) throw new StoreError('The end of a job could not be kept', { cause });
      log.warn({ err: cause }, 'the store does not take the end of a job at the moment');
      await sleep(waitMs, undefined, { signal });
    }
}

/** What could not be ended is given back, or is left to the lease where even that is impossible. */
async function giveUp({ jobs, log }: Pick<JobRunner, 'jobs' | 'log'>, job: TakenJob, why: unknown): Promise<void> {
  try {
    if (why === 'cancelled') await jobs.settle(job.run, { status: 'cancelled', result: null, credits: 0 });
    else if (why === 'closing') await jobs.giveBack(job.run, { afterMs: 0, spendsAttempt: false });
    else if (isOfStore(why)) {
      log.warn({ err: why }, 'the state or the documents cannot be used at the moment; the job is run again');
      await jobs.giveBack(job.run, { afterMs: postponedMs(), spendsAttempt: false });
    } else if (why !== 'lost') {
      log.error({ err: why }, 'a job could not be run');
      if (job.attemptsLeft > 0) await jobs.giveBack(job.run, { afterMs: backoffMs(job), spendsAttempt: true });
      else await jobs.settle(job.run, { status: 'failed', result: null, credits: 0 });
    }
  } catch (error) {
    log.error({ err: error }, 'a job could not be given back; it is run again when its lease is over');
  }
}

/** A store that cannot be reached, or whose disk is full, says nothing of the job. A document that is gone, or does not open, does. */
const isOfStore = (why: unknown): boolean => why instanceof StoreError || (why instanceof Refusal && why.shed === 'state');

/** 10 s, then 40 s, then 160 s, each up to half longer, so that what failed together is not tried again together. */
const backoffMs = ({ attemptsLeft }: TakenJob): number => 10_000 * 4 ** Math.max(0, attempts - 1 - attemptsLeft) * (1 + Math.random() / 2);

/** As long as providers ask for, or 10 s, and up to half longer. */
const postponedMs = (retryAfterMs = 10_000): number => retryAfterMs * (1 + Math.random() / 2);

/** How many runs of a job may fail. */
export const attempts = 3;
