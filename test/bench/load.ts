import { setTimeout } from 'node:timers/promises';
import { type Answered, post } from './post.js';

/** What came of one request: its latency counts from when it was due, not from when a busy client got round to it. */
export interface Shot {
  readonly status: number;
  readonly ms: number;
  /** When the answer was there, from the beginning of the load. */
  readonly endedMs: number;
}

/**
 * Posts the sample so many times a second whatever becomes of the ones before (open loop): a server that falls behind does not slow the clients
 * down. A connection that failed has status 0.
 */
export async function openLoop(
  url: string,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<readonly Shot[]> {
  const began = performance.now();
  const shots = Array.from({ length: Math.round(rate * seconds) }, async (_, index) => {
    const due = began + (index * 1_000) / rate;
    await setTimeout(Math.max(0, due - performance.now()));
    const { status } = await post(url).catch((): Answered => ({ status: 0, body: null }));
    const ended = performance.now();
    return { status, ms: ended - due, endedMs: ended - began };
  });
  return Promise.all(shots);
}

/** Requests answered with an extraction, a second, while the load lasted: what is answered later was waited for. */
export const goodput = (shots: readonly Shot[], seconds: number): number =>
  shots.filter(({ status, endedMs }) => status === 200 && endedMs <= seconds * 1_000).length / seconds;

/** How often each status came: '200 × 118, 503 × 482'. */
export const statuses = (shots: readonly Shot[]): string =>
  [...Map.groupBy(shots, ({ status }) => status)]
    .sort(([a], [b]) => a - b)
    .map(([status, same]) => `${status || 'no answer'} × ${same.length}`)
    .join(', ');
