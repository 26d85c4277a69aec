import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type ExtractionDoor, openExtraction } from '../extraction/extraction.js';
import { type CallerQuota, tooFew } from '../guards/credits.js';
import type { CallerBudget } from '../guards/token-budgets.js';
import { fromStore } from '../http/refusal.js';
import type { JobStore, TakenJob } from '../state/job-store.js';
import type { QuotaStore } from '../state/store.js';
import { type JobRunner, type RunOutcome, runJob } from './run-job.js';
import type { JobRequest } from './sealed-job.js';
import { workWhile } from './worker.js';
import type { WorkerPace } from './worker-pace.js';

export interface WorkerParts extends JobDoor {
  readonly jobs: JobStore;
  readonly workersKey: () => Promise<Uint8Array>;
  /** Jobs at a time at the most; 0 = none. */
  readonly concurrency: number;
  readonly pace: WorkerPace;
}

/** Starts a worker that works while the app runs. Returns how to tell it of a new job. */
export function startWorker(app: FastifyInstance, { concurrency, workersKey, ...door }: WorkerParts): () => void {
  if (concurrency === 0) return () => undefined;
  const { jobs, pace, telemetry } = door;
  const runner = { jobs, key: workersKey, log: app.log, pace, telemetry, extract: extractJob(door) };
  return workWhile<TakenJob>(app, {
    what: 'job',
    take: (most, leaseMs) => jobs.take(most, leaseMs),
    concurrency: () => pace.atOnce(),
    run: (job, closing) => runJob(runner, job, closing),
  });
}

export interface JobDoor extends Pick<ExtractionDoor, 'engine' | 'limits' | 'telemetry' | 'parserCaller'> {
  readonly quotas: QuotaStore;
  readonly callerBudget: CallerBudget;
  readonly callerQuota: CallerQuota;
  /** How long credits stay reserved for a run whose process may have died. */
  readonly leaseMs: number;
}

/** Failures that may be over in a while. */
const passing = new Set<string | undefined>(['LLM_ERROR', 'TIMEOUT_ERROR']);

/** Extracts the document of a job, as `/v1/extract` does, with the limits of the caller who asked. */
export const extractJob =
  (door: JobDoor): JobRunner['extract'] =>
  async ({ caller, file, wishes }, bytes, { job, signal, log, observer, times }): Promise<RunOutcome> => {
    const task = {
      caller: `${caller.kind} ${caller.id}`,
      tokenBudget: door.callerBudget(caller),
      observer,
      times,
      log,
      signal,
    };
    const opened = await openExtraction(door, { ...wishes, file: { name: file, bytes } }, task);
    const release = job.hold === null ? undefined : await reserveRest(door, caller, opened.maxCredits).catch(closing(opened));
    try {
      const { body, postponed } = await opened.extract();
      // Documents that were read would be read again with those that failed.
      const mayRecover = (body.documents ?? [body]).every(({ error }) => passing.has(error?.code));
      return {
        status: 200,
        body: JSON.stringify(body),
        credits: body.metadata.credits,
        ...(mayRecover && { mayRecover }),
        ...(postponed && { postponed }),
      };
    } finally {
      opened.close();
      await release?.();
    }
  };

/** What the job holds since it was queued; the rest is reserved once its pages are counted. */
export const heldFromTheStart = 1;

/**
 * Reserves what the document can cost beyond what the job holds. Returns how to give it back: what it did cost is charged to the hold of the job, in
 * the transaction that ends it.
 * @throws Refusal 429 when the caller has fewer credits left today
 */
async function reserveRest(
  { quotas, callerQuota, leaseMs }: JobDoor,
  caller: JobRequest['caller'],
  most: number,
): Promise<(() => Promise<void>) | undefined> {
  const account = callerQuota.account(caller);
  if (!account || most <= heldFromTheStart) return undefined;
  const hold = { id: randomUUID(), client: account.client, credits: most - heldFromTheStart, leaseMs };
  const release = (): Promise<void> => quotas.settle(hold.id, 0).catch(() => undefined);
  const today = await fromStore(quotas.reserve(hold, account.limit)).catch(async (error) => {
    // The hold may exist although the reply was lost.
    await release();
    throw error;
  });
  if (!today.granted) throw tooFew(account.words.notEnough(most, account.limit, today.left), today);
  return release;
}

const closing =
  (opened: { close(): void }) =>
  (error: unknown): never => {
    opened.close();
    throw error;
  };
