import type { Store, StoreEvent } from '../store.js';
import { within } from '../within.js';

/** The time limits of a store outage. */
export interface OutageLimits {
  /** How long a request waits for an answer where there is a fallback. */
  readonly waitMs: number;
  /** The interval at which a lost store is pinged and unaccepted credits are settled again. */
  readonly retryMs: number;
  /** How long the process continues without the store. */
  readonly toleratedMs: number;
  /** Monotonic milliseconds. */
  now(): number;
}

export const defaultOutageLimits: OutageLimits = { waitMs: 250, retryMs: 1_000, toleratedMs: 60_000, now: () => performance.now() };

/** Tracks whether the store can be reached, from the outcome of each query. */
export interface StoreReach {
  /** The store's answer, or that of `instead` when the store fails or is late, and then until the store is back. */
  prefer<T>(ask: () => Promise<T>, instead: () => T | Promise<T>): Promise<T>;
  /** Resolves while the store can be reached, and for `toleratedMs` after that. */
  ping(): Promise<void>;
  close(): void;
}

export function watchReach(
  store: Store,
  { waitMs, retryMs, toleratedMs, now }: OutageLimits,
  tell: (event: StoreEvent) => void,
): StoreReach {
  let reachedAt = Number.NEGATIVE_INFINITY;
  let lost: { readonly cause: unknown; readonly search: NodeJS.Timeout | undefined } | undefined;

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      const answer = await within(waitMs, question());
      reachedAt = now();
      return answer;
    } catch (cause) {
      if (!lost) tell({ kind: 'lost', cause });
      lost ??= { cause, search: setInterval(search, retryMs).unref() };
      throw cause;
    }
  };
  const search = (): void => {
    ask(() => store.ping()).then(stopSearching, () => undefined);
  };
  const stopSearching = (): void => {
    if (!lost) return;
    clearInterval(lost.search);
    lost = undefined;
    tell({ kind: 'found' });
  };
  const tolerate = (cause: unknown): void => {
    if (now() - reachedAt >= toleratedMs) throw cause;
  };
  return {
    async prefer(question, instead) {
      if (lost) return instead();
      return ask(question).catch(instead);
    },
    async ping() {
      if (lost) tolerate(lost.cause);
      else await ask(() => store.ping()).catch(tolerate);
    },
    close() {
      clearInterval(lost?.search);
      lost = { cause: new Error('The store is closed'), search: undefined };
      reachedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
