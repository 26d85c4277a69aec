import { Refusal } from '../../http/refusal.js';
import type { Queuing } from '../../telemetry/listener.js';
import type { TraceContext } from '../../telemetry/spans/trace-context.js';

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
