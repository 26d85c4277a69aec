import type { FastifyInstance } from 'fastify';
import { extractJob, type JobDoor } from './extract-job.js';
import type { JobStore, TakenJob } from './job-store.js';
import { runJob } from './run-job.js';
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
