import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadTask } from '../../../../core/index.js';
import { RateLimited } from '../request/rate-limited.js';

/** Whose time is spent waiting. Who does not know his time is not made to wait. */
export type PaceTerms = Pick<ReadTask, 'signal' | 'remainingMs'>;

/** A wait after which less than this is left is in vain. */
const shortestCallMs = 1_000;
/** A provider refuses at once: a call that it has not refused after this time was taken. */
const takenAfterMs = 2_000;
/** The least wait after a refusal, doubled with each further one, whatever the provider asks for. */
const [leastWaitMs, longestLeastWaitMs] = [20, 10_000];

interface Pause {
  readonly until: number;
  readonly failure: RateLimited;
}

/**
 * Holds back the calls of one model while its provider limits them: all calls of all requests wait together for as long as it asks, then one
 * of them tries, and the others follow when it is taken. A refusal is no failed attempt as long as the wait fits the deadline.
 */
export class Pace {
  #pause: Pause | undefined;
  #refusals = 0;
  #trying: PromiseWithResolvers<void> | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Makes a call when the provider takes calls. `taken` is to be called when its answer begins.
   * @throws RateLimited when the wait does not fit the time, the signal's reason, and whatever the call throws
   */
  async call<T>(work: (taken: () => void) => Promise<T>, terms: PaceTerms): Promise<T> {
    for (;;) {
      const attempt = await this.#turn(terms);
      try {
        const result = await work(attempt.taken);
        attempt.taken();
        return result;
      } catch (error) {
        if (!(error instanceof RateLimited)) throw error;
        this.#refuse(error);
        if (!hasTime(this.#leftMs(), terms)) throw error;
      } finally {
        attempt.end();
      }
    }
  }

  /** Waits for the turn of a call. While calls are limited, one tries and the others wait for it. */
  async #turn(terms: PaceTerms): Promise<{ taken(): void; end(): void }> {
    while (this.#pause && terms.remainingMs) {
      const left = this.#leftMs();
      if (left > 0) {
        if (!hasTime(left, terms)) throw this.#pause.failure.after(Math.ceil(left));
        await waited(sleep(left, undefined, { signal: terms.signal }), terms);
      } else if (this.#trying) await waited(unlessAborted(this.#trying.promise, terms.signal), terms);
      else return this.#try();
    }
    return { taken: () => undefined, end: () => undefined };
  }

  #try(): { taken(): void; end(): void } {
    const trying = Promise.withResolvers<void>();
    this.#trying = trying;
    const end = (): void => {
      clearTimeout(timer);
      if (this.#trying === trying) this.#trying = undefined;
      trying.resolve();
    };
    const taken = (): void => {
      if (this.#trying !== trying) return;
      this.#pause = undefined;
      this.#refusals = 0;
      end();
    };
    const timer = setTimeout(taken, takenAfterMs);
    return { taken, end };
  }

  #refuse(failure: RateLimited): void {
    // Calls that were under way when the pause began are refused with it, and say nothing more.
    if (this.#leftMs() <= 0) this.#refusals += 1;
    const least = Math.min(leastWaitMs * 2 ** this.#refusals, longestLeastWaitMs);
    const until = this.now() + Math.max(failure.waitMs, least);
    this.#pause = { until: Math.max(until, this.#pause?.until ?? 0), failure };
  }

  #leftMs(): number {
    return this.#pause ? this.#pause.until - this.now() : 0;
  }
}

const hasTime = (waitMs: number, { remainingMs }: PaceTerms): boolean =>
  remainingMs !== undefined && waitMs + shortestCallMs <= remainingMs();

/** @throws the signal's own reason when it fires meanwhile */
async function waited(waiting: Promise<unknown>, { signal }: PaceTerms): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** The promise, or a rejection as soon as the signal fires. */
async function unlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
