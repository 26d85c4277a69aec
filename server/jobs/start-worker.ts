import type { FastifyInstance } from 'fastify';
import { keyOwning } from '../guards/caller.js';
import { fromStore } from '../http/refusal.js';
import type { ClaimedJob, JobStore } from '../state/job-store.js';
import type { KeyStore } from '../state/store.js';
import { type ExtractorServices, jobExtractor } from './job-extractor.js';
import { type JobRunner, runJob } from './run-job.js';
import { workWhile } from './worker.js';
import type { WorkerPace } from './worker-pace.js';

export interface WorkerServices extends ExtractorServices {
  readonly jobs: JobStore;
  readonly keys: Pick<KeyStore, 'read'>;
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
  const { jobs, keys, telemetry, workersKey } = services;
  const runner = { jobs, workersKey, grantOf: grantBy(keys), log: app.log, pace, telemetry, extract: jobExtractor(services) };
  return workWhile<ClaimedJob>(app, {
    what: 'job',
    claim: (most, leaseMs) => jobs.claim(most, leaseMs),
    concurrency: () => pace.atOnce(),
    run: (job, closing) => runJob(runner, job, closing),
  });
}

/** Reads a key again for each of its jobs: it may have been revoked or changed since they were sent. One without the scope may run none, either. */
const grantBy =
  (keys: Pick<KeyStore, 'read'>): JobRunner['grantOf'] =>
  async (owner) => {
    const id = keyOwning(owner);
    const key = id === undefined ? undefined : await fromStore(keys.read(id));
    if (!key) return undefined;
    return key.revokedAt === null && key.scopes.includes('jobs') ? { scopes: key.scopes, limits: key.limits } : 'revoked';
  };
