import type { Amounts, Release } from '../../core/internal.js';
import { Semaphore } from '../../core/internal.js';
import { Refusal } from '../http/refusal.js';

/** How much of each resource requests may hold together, and how many may wait for it. */
export interface QueueLimits<Resource extends string> {
  readonly capacity: Amounts<Resource>;
  /** A request that has waited this long is refused. */
  readonly maxWaitMs: number;
  /** More are refused at once: a queue that cannot be served in time only costs memory. */
  readonly maxWaiting: number;
}

/** A semaphore with a bounded wait: a request that waits too long, or would wait in vain, is refused with 503. */
export class AdmissionQueue<Resource extends string> {
  readonly #semaphore: Semaphore<Resource>;
  /** When holders released, in ms of the monotonic clock, within the last `maxWaitMs`. */
  #releases: number[] = [];

  /** @param minServed how many requests it assumes can be served within `maxWaitMs`, at the least */
  constructor(
    private readonly limits: QueueLimits<Resource>,
    private readonly minServed: number,
  ) {
    this.#semaphore = new Semaphore(limits.capacity);
  }

  /** Resolves with the function that releases the amounts. @throws Refusal 503 when they are not free in time, the signal's reason when it fires first */
  async enter(amounts: Amounts<Resource>, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    const release = this.#semaphore.tryAcquire(amounts) ?? (await this.#wait(amounts, signal));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#recentReleases().push(performance.now());
      release();
    };
  }

  /** Asked before a body is read. @throws Refusal 503 when more requests wait than were served in the last `maxWaitMs` */
  refuseIfHopeless(): void {
    if (this.#semaphore.waiting > Math.max(this.minServed, this.#recentReleases().length)) throw busy();
  }

  async #wait(amounts: Amounts<Resource>, signal: AbortSignal | undefined): Promise<Release> {
    const { maxWaitMs, maxWaiting } = this.limits;
    if (this.#semaphore.waiting >= maxWaiting) throw busy();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(busy()), maxWaitMs);
    try {
      return await this.#semaphore.acquire(amounts, signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  #recentReleases(): number[] {
    const since = performance.now() - this.limits.maxWaitMs;
    this.#releases = this.#releases.filter((at) => at > since);
    return this.#releases;
  }
}

/** `Retry-After` is random, so that callers refused together do not all return together. */
const busy = (): Refusal =>
  new Refusal(503, 'The service is busy. Retry shortly.', { 'Retry-After': String(1 + Math.floor(Math.random() * 3)) }, { shed: 'busy' });
