import { Refusal } from '../http/refusal.js';
import type { Queuing, TraceContext } from '../telemetry/listener.js';

/** Queues a job, or a batch of so many, and tells whoever traces it that it is queued or has failed. */
export async function whileQueuing<T>(
  queued: Queuing,
  work: (trace: TraceContext | undefined) => Promise<T>,
  jobsIn?: (done: T) => number,
): Promise<T> {
  try {
    const done = await work(queued.trace);
    queued.end(jobsIn ? { jobs: jobsIn(done) } : {});
    return done;
  } catch (error) {
    queued.end({ failure: error instanceof Refusal ? String(error.status) : '_OTHER' });
    throw error;
  }
}
