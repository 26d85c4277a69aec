import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type ExtractionServices, extract } from '../extraction/extract.js';
import { type Caller, nameOf } from '../guards/caller.js';
import { type CallerCredits, tooFewCredits } from '../guards/credits.js';
import type { CallerBudget } from '../guards/token-budgets.js';
import { fromStore } from '../http/refusal.js';
import type { ClaimedJob, JobStore } from '../state/job-store.js';
import type { QuotaStore } from '../state/store.js';
import { creditsWhileQueued } from './enqueue.js';
import { type JobRunner, runJob } from './run-job.js';
import { workWhile } from './worker.js';
import type { WorkerPace } from './worker-pace.js';

export interface WorkerServices extends ExtractionServices {
  readonly jobs: JobStore;
  readonly quotas: QuotaStore;
  readonly callerBudget: CallerBudget;
  readonly callerCredits: CallerCredits;
  /** How long credits stay reserved for a run whose process may have died. */
  readonly leaseMs: number;
  /** With which requests and documents are sealed. */
  readonly workersKey: () => Promise<Uint8Array>;
}

interface JobWorkerTerms {
  /** Jobs at a time at the most; 0 = none. */
  readonly concurrency: number;
  readonly pace: WorkerPace;
}

/** Starts a worker that runs jobs while the app runs. Returns how to tell it of a new job. */
export function startWorker(app: FastifyInstance, services: WorkerServices, { concurrency, pace }: JobWorkerTerms): () => void {
  if (concurrency === 0) return () => undefined;
  const { jobs, telemetry, workersKey } = services;
  const runner = { jobs, workersKey, log: app.log, pace, telemetry, extract: jobExtractor(services) };
  return workWhile<ClaimedJob>(app, {
    what: 'job',
    claim: (most, leaseMs) => jobs.claim(most, leaseMs),
    concurrency: () => pace.atOnce(),
    run: (job, closing) => runJob(runner, job, closing),
  });
}

/** Failures that may be over in a while. */
const passing = new Set<string | undefined>(['LLM_ERROR', 'TIMEOUT_ERROR']);

/** Extracts the document of a job, as `/v1/extract` does, with the limits of the caller who asked. */
const jobExtractor =
  (services: WorkerServices): JobRunner['extract'] =>
  async ({ caller, file, wishes }, bytes, { job, signal, log, observer, times }) => {
    const rest = new RestOfCredits(services, caller);
    const task = { caller: nameOf(caller), tokenBudget: services.callerBudget(caller), observer, times, log, signal };
    try {
      const upload = { ...wishes, file: { name: file, bytes } };
      const { body, postponed } = await extract(services, upload, {
        ...task,
        reserve: async (most) => (job.hold === null ? undefined : rest.reserve(most)),
      });
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
      await rest.release();
    }
  };

/**
 * What a job can cost beyond what it holds since it was queued: reserved once its pages are counted, and given back when the run ends, because what
 * the job did cost is charged to its own hold, in the transaction that ends it.
 */
class RestOfCredits {
  readonly #id = randomUUID();
  #mayBeReserved = false;

  constructor(
    private readonly services: Pick<WorkerServices, 'quotas' | 'callerCredits' | 'leaseMs'>,
    private readonly caller: Caller,
  ) {}

  /** @throws Refusal 429 when the caller has fewer credits left today */
  async reserve(most: number): Promise<void> {
    const { quotas, callerCredits, leaseMs } = this.services;
    const account = callerCredits(this.caller);
    if (!account || most <= creditsWhileQueued) return;
    // The credits may be reserved although the reply was lost.
    this.#mayBeReserved = true;
    const hold = { id: this.#id, client: account.client, credits: most - creditsWhileQueued, leaseMs };
    const today = await fromStore(quotas.reserve(hold, account.limit));
    if (!today.granted) throw tooFewCredits(account.words.notEnough(most, account.limit, today.left), today);
  }

  async release(): Promise<void> {
    if (this.#mayBeReserved) await this.services.quotas.settle(this.#id, 0).catch(() => undefined);
  }
}
