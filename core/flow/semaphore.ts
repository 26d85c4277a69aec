import { getHeapStatistics } from 'node:v8';
import type { Document } from '../contracts/document.js';

/** How much of each resource: `{ requests: 1, bytes: 52_000 }`. */
export type Amounts<Resource extends string> = Readonly<Record<Resource, number>>;

/** Gives the amounts back; calling it again does nothing. */
export type Release = () => void;

interface Waiter<Resource extends string> {
  readonly amounts: Amounts<Resource>;
  readonly admit: (release: Release) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A weighted semaphore over one or several resources, first come, first served, so that small requests cannot starve a large one.
 * A request that finds nothing held is always admitted: no capacity is too small for a single large one.
 */
export class Semaphore<Resource extends string> {
  readonly #waiters = new Set<Waiter<Resource>>();
  readonly #resources: readonly Resource[];
  readonly #held: Record<Resource, number>;
  #closed: { readonly reason: unknown } | undefined;

  /** @param mayOvertake whether a request may be admitted before those that came earlier and do not fit yet; none may by default */
  constructor(
    private readonly capacity: Amounts<Resource>,
    private readonly mayOvertake: (amounts: Amounts<Resource>) => boolean = () => false,
  ) {
    this.#resources = Object.keys(capacity) as Resource[];
    this.#held = Object.fromEntries(this.#resources.map((resource) => [resource, 0])) as Record<Resource, number>;
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** Takes the amounts if that is possible at once. */
  tryAcquire(amounts: Amounts<Resource>): Release | undefined {
    const isNext = this.#waiters.size === 0 || this.mayOvertake(amounts);
    return isNext && !this.#closed && this.#fits(amounts) ? this.#take(amounts) : undefined;
  }

  /** Waits for the amounts. @throws the signal's reason when it fires first, and the reason of `close`. */
  async acquire(amounts: Amounts<Resource>, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#closed) throw this.#closed.reason;
    return this.tryAcquire(amounts) ?? this.#wait(amounts, signal);
  }

  /** Rejects everybody who waits or will ever ask. */
  close(reason: unknown): void {
    this.#closed = { reason };
    for (const waiter of this.#waiters) waiter.reject(reason);
  }

  #wait(amounts: Amounts<Resource>, signal: AbortSignal | undefined): Promise<Release> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.delete(waiter);
        signal?.removeEventListener('abort', giveUp);
      };
      const waiter: Waiter<Resource> = {
        amounts,
        admit: (release) => {
          leave();
          resolve(release);
        },
        reject: (reason) => {
          leave();
          reject(reason);
        },
      };
      const giveUp = (): void => {
        waiter.reject(signal?.reason);
        this.#admitWaiters();
      };
      signal?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
  }

  /** Admits in the order of arrival; behind the first that does not fit only those that may overtake. */
  #admitWaiters(): void {
    let isBlocked = false;
    for (const waiter of this.#waiters) {
      if ((!isBlocked || this.mayOvertake(waiter.amounts)) && this.#fits(waiter.amounts)) waiter.admit(this.#take(waiter.amounts));
      else isBlocked = true;
    }
  }

  #fits(amounts: Amounts<Resource>): boolean {
    const held = this.#held;
    if (this.#resources.every((resource) => held[resource] === 0)) return true;
    return this.#resources.every((resource) => held[resource] + amounts[resource] <= this.capacity[resource]);
  }

  #take(amounts: Amounts<Resource>): Release {
    for (const resource of this.#resources) this.#held[resource] += amounts[resource];
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const resource of this.#resources) this.#held[resource] -= amounts[resource];
      this.#admitWaiters();
    };
  }
}

/** Memory that one word needs while its document is read, in bytes: 54,447 words were measured to need 120 MB. */
const bytesPerWord = 2_500;
/** The share of Node's heap that documents may fill; the rest is for everything else. */
const heapShare = 0.4;
/** Ten seconds of work. More documents at once would be no faster on one thread, and Node would keep their memory. */
const maxWords = 200_000;
/** Documents up to this share of the limit overtake larger ones: the invoices of a busy host still leave enough for a book. */
const smallShare = 0.01;

/** How many words this process may work on at once, in all documents together: some 400 invoices, or three books. */
export const wordLimit = (heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(maxWords, Math.floor((heapBytes * heapShare) / bytesPerWord));

/** Limits the words that are worked on together, because a full heap ends the process. A single document always fits. */
export class MemoryLimit {
  readonly #words: Semaphore<'words'>;

  constructor(words = wordLimit()) {
    this.#words = new Semaphore({ words }, (wanted) => wanted.words <= words * smallShare);
  }

  /** Resolves when there is memory for the document. @throws the signal's reason when it fires first */
  acquire({ pages }: Pick<Document, 'pages'>, signal: AbortSignal): Promise<Release> {
    return this.#words.acquire({ words: pages.reduce((sum, page) => sum + page.words.length + page.hidden.length, 0) }, signal);
  }
}
