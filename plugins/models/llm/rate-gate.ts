import { setTimeout as sleep } from 'node:timers/promises';
import { abortable, ExtractionError, type ReadTask } from '../../../core/index.js';

/** Whose time is spent waiting. Without such a time nobody waits. */
type GateTerms = Pick<ReadTask, 'signal' | 'remainingMs'>;

/** A call waits for no more than this part of the time that it has at first: the rest is for the answer, or for another tier. */
const waitingShare = 0.75;
/** A wait after which less than this is left is in vain. */
const shortestCallMs = 1_000;
/** A provider refuses at once: a call that it has not refused after this time was accepted. */
const acceptedAfterMs = 2_000;
/** The least wait after a refusal, doubled with each further one, whatever the provider asks for. */
const [leastWaitMs, longestLeastWaitMs] = [20, 10_000];

interface Pause {
  readonly until: number;
  readonly failure: RateLimited;
}

/**
 * Holds back the calls of one model while its provider limits them: all calls of all requests wait together for as long as it asks, then one
 * of them tries, and the others follow when it is accepted. A refusal is no failed attempt as long as the wait fits the deadline.
 */
export class RateGate {
  #pause: Pause | undefined;
  #refusals = 0;
  #trying: PromiseWithResolvers<void> | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Makes a call when the provider takes calls. `accepted` is to be called when its answer begins.
   * @throws RateLimited when the wait does not fit the time, the signal's reason, and whatever the call throws
   */
  async call<T>(work: (accepted: () => void) => Promise<T>, given: GateTerms): Promise<T> {
    const terms = { ...given, waitingMs: waitingTime(given) };
    for (;;) {
      const attempt = await this.#turn(terms);
      try {
        const result = await work(attempt.accepted);
        attempt.accepted();
        return result;
      } catch (error) {
        if (!(error instanceof RateLimited)) throw error;
        this.#refuse(error);
        if (!hasTime(this.#leftMs(), terms)) throw this.#givenUp(error, terms);
      } finally {
        attempt.end();
      }
    }
  }

  /** Waits for the turn of a call. While calls are limited, one tries and the others wait for it. */
  async #turn(terms: WaitingTerms): Promise<{ accepted(): void; end(): void }> {
    while (this.#pause && terms.waitingMs) {
      const left = this.#leftMs();
      if (left > 0) {
        if (!hasTime(left, terms)) throw this.#givenUp(this.#pause.failure, terms);
        await waited(sleep(left, undefined, { signal: terms.signal }), terms);
      } else if (this.#trying) await waited(abortable(this.#trying.promise, terms.signal), terms);
      else return this.#try();
    }
    return { accepted: () => undefined, end: () => undefined };
  }

  #try(): { accepted(): void; end(): void } {
    const trying = Promise.withResolvers<void>();
    this.#trying = trying;
    const end = (): void => {
      clearTimeout(timer);
      if (this.#trying === trying) this.#trying = undefined;
      trying.resolve();
    };
    const accepted = (): void => {
      if (this.#trying !== trying) return;
      this.#pause = undefined;
      this.#refusals = 0;
      end();
    };
    const timer = setTimeout(accepted, acceptedAfterMs);
    return { accepted, end };
  }

  #refuse(failure: RateLimited): void {
    // Calls that were under way when the pause began are refused with it, and say nothing more.
    if (this.#leftMs() <= 0) this.#refusals += 1;
    const least = Math.min(leastWaitMs * 2 ** this.#refusals, longestLeastWaitMs);
    const until = this.now() + Math.max(failure.waitMs, least);
    this.#pause = { until: Math.max(until, this.#pause?.until ?? 0), failure };
  }

  /**
   * A wait beyond the deadline is left to who made the request, who then leaves the model alone for so long; one within it is over for this
   * request, so that the time which it has kept is not waited away after all.
   */
  #givenUp(failure: RateLimited, { remainingMs }: GateTerms): RateLimited {
    if (!remainingMs) return failure;
    const left = Math.max(0, this.#leftMs());
    return failure.givenUp(left, left + shortestCallMs > remainingMs());
  }

  #leftMs(): number {
    return this.#pause ? this.#pause.until - this.now() : 0;
  }
}

interface WaitingTerms extends GateTerms {
  /** How much longer the call may wait; absent where it may not. */
  readonly waitingMs: (() => number) | undefined;
}

function waitingTime({ remainingMs }: GateTerms): WaitingTerms['waitingMs'] {
  if (!remainingMs) return undefined;
  const kept = Math.max(remainingMs() * (1 - waitingShare), shortestCallMs);
  return () => remainingMs() - kept;
}

const hasTime = (waitMs: number, { waitingMs }: WaitingTerms): boolean => waitingMs !== undefined && waitMs <= waitingMs();

/** @throws the signal's own reason when it fires meanwhile */
async function waited(waiting: Promise<unknown>, { signal }: Pick<GateTerms, 'signal'>): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** The provider takes no more requests for a while, and says for how long. Nothing was worked on. */
export class RateLimited extends ExtractionError {
  constructor(
    message: string,
    readonly waitMs: number,
    cause: unknown,
    retryable = true,
  ) {
    super('LLM_ERROR', message, { cause, retryable, retryAfterMs: waitMs });
  }

  /** The same for a call that waits no longer: `retryable` says whether another may wait in its place. */
  givenUp(waitMs: number, retryable: boolean): RateLimited {
    return new RateLimited(this.message, Math.ceil(waitMs), this.cause, retryable);
  }
}
