import type { FastifyReply } from 'fastify';
import { onceClosed } from '../http/connection.js';
import type { JobRecord } from '../state/job-store.js';

export interface Wait {
  readonly waitMs: number;
  /** Nobody waits any more once its connection is closed. */
  readonly reply: FastifyReply;
}

/** How often the store is asked: often at first, for short jobs, then once a second. */
const [firstMs, longestMs] = [100, 1_000];

/** Resolves with the job as soon as it has ended, or as it is after `waitMs`. */
export async function awaitEnd(find: () => Promise<JobRecord | undefined>, { waitMs, reply }: Wait): Promise<JobRecord | undefined> {
  const until = performance.now() + waitMs;
  const gone = new AbortController();
  onceClosed(reply, () => gone.abort());
  let job = await find();
  for (let pauseMs = firstMs; job && !job.endedAt && performance.now() < until && !gone.signal.aborted; pauseMs *= 1.5) {
    await pause(Math.min(pauseMs, longestMs, until - performance.now()), gone.signal);
    job = await find();
  }
  return job;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, Math.max(0, ms));
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
