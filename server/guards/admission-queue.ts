import type { Amounts, Release } from '../../core/index.js';
import { Refusal } from '../http/refusal.js';
import { type CapacityClaim, SharedCapacity } from './shared-capacity.js';

/** How much of each resource requests may hold together, and how many may wait for it. */
export interface QueueLimits<Resource extends string> {
  readonly capacity: Amounts<Resource>;
  /** A request that has waited this long is refused. */
  readonly maxWaitMs: number;
  /** More are refused at once: a queue that cannot be served in time only costs memory. */
  readonly maxWaiting: number;
  /** Whether a request may be admitted before those that came earlier and do not fit yet; none may when absent. */
  readonly mayPass?: (amounts: Amounts<Resource>) => boolean;
}

/** Shared capacity with a bounded wait: a request that waits too long, or would wait in vain, is refused with 503, or 429 where its caller has its share. */
export class AdmissionQueue<Resource extends string> {
  readonly #capacity: SharedCapacity<Resource>;
  /** When holders released, in ms of the monotonic clock, within the last `maxWaitMs`. */
  #releases: number[] = [];

  /** @param minServed how many requests it assumes can be served within `maxWaitMs`, at the least */
  constructor(
    private readonly limits: QueueLimits<Resource>,
    private readonly minServed: number,
  ) {
    this.#capacity = new SharedCapacity(limits.capacity, limits.mayPass);
  }

  /**
   * Resolves with the function that releases the amounts.
   * @throws Refusal 503 when they are not free in time, 429 when the callers hold their share, and the signal's reason when it fires first
   */
  async enter(claim: CapacityClaim<Resource>, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    const release = this.#capacity.tryTake(claim) ?? (await this.#wait(claim, signal));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#recentReleases().push(performance.now());
      release();
    };
  }

  /** Asked before a body is read. @throws Refusal 503 when more requests wait before it than were served in the last `maxWaitMs` */
  refuseIfHopeless(callers: readonly string[]): void {
    if (this.#capacity.waitingBefore({ callers }) > Math.max(this.minServed, this.#recentReleases().length)) throw busy();
  }

  async #wait(claim: CapacityClaim<Resource>, signal: AbortSignal | undefined): Promise<Release> {
    const { maxWaitMs, maxWaiting } = this.limits;
    const waiting = this.#capacity.waiting(claim);
    if (waiting.own > 0 && waiting.own >= maxWaiting - waiting.all) throw this.#refusalOf(claim);
    if (waiting.all >= maxWaiting) throw busy();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(this.#refusalOf(claim)), maxWaitMs);
    try {
      return await this.#capacity.wait(claim, signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The service is busy, or only this caller is. */
  #refusalOf(claim: CapacityClaim<Resource>): Refusal {
    return this.#capacity.fits(claim) && this.#capacity.isOverShare(claim) ? tooManyAtOnce() : busy();
  }

  #recentReleases(): number[] {
    const since = performance.now() - this.limits.maxWaitMs;
    this.#releases = this.#releases.filter((at) => at > since);
    return this.#releases;
  }
}

/** `Retry-After` is random, so that callers refused together do not all return together. */
const retryAfter = (): Readonly<Record<string, string>> => ({ 'Retry-After': String(1 + Math.floor(Math.random() * 3)) });

export const busy = (detail = 'The service is busy. Retry shortly.', options?: ErrorOptions): Refusal =>
  new Refusal('BUSY', detail, retryAfter(), options);

const tooManyAtOnce = (): Refusal =>
  new Refusal(
    'TOO_MANY_AT_ONCE',
    'Too many requests at once from this key or address: the rest is for others. Retry shortly.',
    retryAfter(),
  );
