import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Refusal } from '../http/refusal.js';
import type { ClaimedJob, JobEnd, JobStore } from '../state/job-store.js';
import { StoreError } from '../state/store.js';
import type { Telemetry } from '../telemetry/follow.js';
import type { RunResult } from '../telemetry/listener.js';

/** What a run came to, and what follows. */
export type RunEnd = { readonly result: RunResult; readonly failure?: string } & (
  | { readonly end: JobEnd }
  | { readonly again: Parameters<JobStore['requeue']>[1] }
);

export type Cut = 'cancelled' | 'lost' | 'closing';

export const cutBy = (signal: AbortSignal): Cut | undefined => (signal.aborted ? (signal.reason as Cut) : undefined);

interface Ender {
  readonly jobs: JobStore;
  readonly log: FastifyBaseLogger;
  readonly telemetry: Pick<Telemetry, 'tell'>;
}

interface EndedRun {
  readonly job: ClaimedJob;
  readonly end: RunEnd;
  readonly signal: AbortSignal;
}

export async function conclude({ jobs, log, telemetry }: Ender, { job, end, signal }: EndedRun): Promise<void> {
  const isOurs = 'end' in end ? await storeEnd({ jobs, log }, { job, end: end.end, signal }) : true;
  if ('again' in end) await jobs.requeue(job.run, end.again);
  if (!isOurs) log.warn('the job was taken over while this run was at work; its answer is dropped');
  telemetry.tell({ kind: 'job run', result: isOurs ? end.result : 'lost' });
}

/** The pauses between attempts to store an end. Their sum is shorter than the lease, which a failing store does not renew either. */
const waitsMs = [1_000, 3_000, 9_000];

/** Stores how a job ended, and tries again where the store cannot: another run would cost money again. Whether the job was still this run's. */
async function storeEnd(
  { jobs, log }: Pick<Ender, 'jobs' | 'log'>,
  { job, end, signal }: { readonly job: ClaimedJob; readonly end: JobEnd; readonly signal: AbortSignal },
): Promise<boolean> {
  for (const waitMs of waitsMs)
    try {
      return await jobs.end(job.run, end);
    } catch (cause) {
      log.warn({ err: cause }, 'the store does not take the end of a job at the moment');
      await sleep(waitMs, undefined, { signal });
    }
  return jobs.end(job.run, end).catch((cause: unknown) => {
    throw new StoreError('The end of a job could not be kept', { cause });
  });
}

/** Why a run has no answer. */
export interface Failure {
  readonly cut: Cut | undefined;
  readonly error: unknown;
}

/** What could not be ended is given back, or is left to the lease where even that is impossible. */
export async function giveUp({ jobs, log, telemetry }: Ender, job: ClaimedJob, failure: Failure): Promise<void> {
  const result = resultOfCut(job, failure);
  if (result === 'postponed')
    log.warn({ err: failure.error }, 'the state or the documents cannot be used at the moment; the job is run again');
  else if (failure.cut === undefined) log.error({ err: failure.error }, 'a job could not be run');
  try {
    if (result === 'cancelled') await jobs.end(job.run, { status: 'cancelled', result: null, credits: 0 });
    else if (result === 'returned') await jobs.requeue(job.run, { afterMs: 0, spendsAttempt: false });
    else if (result === 'postponed') await jobs.requeue(job.run, { afterMs: postponedMs(), spendsAttempt: false });
    else if (result === 'retried') await jobs.requeue(job.run, { afterMs: backoffMs(job), spendsAttempt: true });
    else if (result === 'dead') await jobs.end(job.run, { status: 'failed', result: null, credits: 0 });
    telemetry.tell({ kind: 'job run', result });
  } catch (cause) {
    log.error({ err: cause }, 'a job could not be given back; it is run again when its lease is over');
  }
}

export function resultOfCut(
  { attemptsLeft }: ClaimedJob,
  { cut, error }: Failure,
): 'cancelled' | 'returned' | 'lost' | 'postponed' | 'retried' | 'dead' {
  if (cut !== undefined) return cut === 'closing' ? 'returned' : cut;
  if (isOfStore(error)) return 'postponed';
  return attemptsLeft > 0 ? 'retried' : 'dead';
}

/** A store that cannot be reached, or whose disk is full, is no fault of the job. A document that is gone, or does not open, is one. */
const isOfStore = (error: unknown): boolean => error instanceof StoreError || (error instanceof Refusal && error.shed === 'state');

/** 10 s, then 40 s, then 160 s, each up to half longer, so that what failed together is not tried again together. */
export const backoffMs = ({ attemptsLeft }: ClaimedJob): number =>
  10_000 * 4 ** Math.max(0, attempts - 1 - attemptsLeft) * (1 + Math.random() / 2);

/** As long as providers ask for, or 10 s, and up to half longer. */
export const postponedMs = (retryAfterMs = 10_000): number => retryAfterMs * (1 + Math.random() / 2);

/** How many runs of a job may fail. */
export const attempts = 3;
