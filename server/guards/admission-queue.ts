import type { Amounts, Release } from '../../core/index.js';
import { Refusal } from '../http/refusal.js';

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

/** What a request wants to hold, and for whom: its key and its address, for example. */
interface CapacityClaim<Resource extends string> {
  readonly amounts: Amounts<Resource>;
  readonly callers: readonly string[];
}

interface CapacityWaiter<Resource extends string> extends CapacityClaim<Resource> {
  readonly admit: (release: Release) => void;
}

/** A caller may hold at most so many times what is still free. Alone it gets two thirds, each of two gets two fifths, and some is always left. */
const timesFree = 2;

/**
 * Capacity that many callers share, first come, first served among those within their share: a caller that holds much cannot keep out one that
 * holds nothing, and a lone caller can use most of it. Source: dynamic thresholds, Choudhury and Hahne, IEEE/ACM Transactions on Networking
 * 6 (2), 1998. A claim that finds nothing held is always admitted: no capacity is too small for a single large one.
 */
export class SharedCapacity<Resource extends string> {
  readonly #waiters = new Set<CapacityWaiter<Resource>>();
  readonly #resources: readonly Resource[];
  readonly #total: Record<Resource, number>;
  readonly #byCaller = new Map<string, Record<Resource, number>>();

  /** @param mayPass whether a claim may be admitted before those that came earlier and do not fit yet; none may by default */
  constructor(
    private readonly capacity: Amounts<Resource>,
    private readonly mayPass: (amounts: Amounts<Resource>) => boolean = () => false,
  ) {
    this.#resources = Object.keys(capacity) as Resource[];
    this.#total = this.#nothing();
  }

  /** How many wait that will be served before this claim, if it waits as well. Those over their share do not keep others waiting. */
  waitingBefore(claim: Pick<CapacityClaim<Resource>, 'callers'>): number {
    let count = 0;
    for (const waiter of this.#waiters) if (!this.isOverShare(waiter) || sharesCaller(waiter, claim)) count += 1;
    return count;
  }

  /** How many wait in all, and how many of them for a caller of this claim. */
  waiting(claim: Pick<CapacityClaim<Resource>, 'callers'>): { readonly all: number; readonly own: number } {
    let own = 0;
    for (const waiter of this.#waiters) if (sharesCaller(waiter, claim)) own += 1;
    return { all: this.#waiters.size, own };
  }

  /** Whether there is room for the claim, whoever makes it. */
  fits({ amounts }: Pick<CapacityClaim<Resource>, 'amounts'>): boolean {
    return this.#resources.every((resource) => this.#total[resource] + amounts[resource] <= this.capacity[resource]);
  }

  /** Whether a caller of the claim already holds so much that it has to leave the rest to others. */
  isOverShare({ amounts, callers }: CapacityClaim<Resource>): boolean {
    return callers.some((caller) => {
      const held = this.#byCaller.get(caller);
      const free = (resource: Resource): number => Math.max(0, this.capacity[resource] - this.#total[resource]);
      return held !== undefined && this.#resources.some((resource) => held[resource] + amounts[resource] > timesFree * free(resource));
    });
  }

  /** Takes the amounts if that is possible at once. */
  tryTake(claim: CapacityClaim<Resource>): Release | undefined {
    const isNext = this.waitingBefore(claim) === 0 || this.mayPass(claim.amounts);
    return isNext && this.#canTake(claim) ? this.#take(claim) : undefined;
  }

  /** Waits for the amounts. @throws the signal's reason when it fires first */
  wait(claim: CapacityClaim<Resource>, signal: AbortSignal): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        leave();
        reject(signal.reason);
        this.#admitWaiters();
      };
      const waiter: CapacityWaiter<Resource> = {
        ...claim,
        admit: (release) => {
          leave();
          resolve(release);
        },
      };
      signal.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
  }

  /** Admits in the order of arrival; behind the first that does not fit only those that may pass it. Who is over its share blocks nobody. */
  #admitWaiters(): void {
    let isBlocked = false;
    for (const waiter of this.#waiters) {
      if (isBlocked && !this.mayPass(waiter.amounts)) continue;
      if (this.#canTake(waiter)) waiter.admit(this.#take(waiter));
      else isBlocked ||= !this.isOverShare(waiter);
    }
  }

  #canTake(claim: CapacityClaim<Resource>): boolean {
    const isEmpty = this.#resources.every((resource) => this.#total[resource] === 0);
    return isEmpty || (this.fits(claim) && !this.isOverShare(claim));
  }

  #take({ amounts, callers }: CapacityClaim<Resource>): Release {
    this.#change(amounts, callers, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#change(amounts, callers, -1);
      this.#admitWaiters();
    };
  }

  #change(amounts: Amounts<Resource>, callers: readonly string[], by: 1 | -1): void {
    for (const caller of callers) {
      const held = this.#byCaller.get(caller) ?? this.#nothing();
      for (const resource of this.#resources) held[resource] += by * amounts[resource];
      if (this.#resources.every((resource) => held[resource] <= 0)) this.#byCaller.delete(caller);
      else this.#byCaller.set(caller, held);
    }
    for (const resource of this.#resources) this.#total[resource] += by * amounts[resource];
  }

  #nothing(): Record<Resource, number> {
    return Object.fromEntries(this.#resources.map((resource) => [resource, 0])) as Record<Resource, number>;
  }
}

const sharesCaller = (a: Pick<CapacityClaim<string>, 'callers'>, b: Pick<CapacityClaim<string>, 'callers'>): boolean =>
  a.callers.some((caller) => b.callers.includes(caller));
