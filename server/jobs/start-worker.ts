import type { FastifyInstance } from 'fastify';
import type { ClaimedJob, JobStore } from '../state/job-store.js';
import { type ExtractorServices, jobExtractor } from './job-extractor.js';
import { runJob } from './run-job.js';
import { workWhile } from './worker.js';
import type { WorkerPace } from './worker-pace.js';

export interface WorkerServices extends ExtractorServices {
  readonly jobs: JobStore;
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
