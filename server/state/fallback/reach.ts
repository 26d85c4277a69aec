import type { Store, StoreEvent } from '../store.js';
import { within } from '../within.js';

/** Whether the store can be reached, as those find who ask it. */
export interface StoreReach {
  /** The store's answer; that of `instead` when the store fails or is late, and from then on until it is back. */
  prefer<T>(ask: () => Promise<T>, instead: () => T | Promise<T>): Promise<T>;
  /** Resolves while the store can be reached, and for as long after as the process goes on by itself. */
  ping(): Promise<void>;
  close(): void;
}

export function watchReach(
  store: Store,
  { waitMs, retryMs, toleratedMs: goOnMs, now }: OutageLimits,
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
      lost ??= { cause, search: setInterval(look, retryMs).unref() };
      throw cause;
    }
  };
  const look = (): void => {
    ask(() => store.ping()).then(stopLooking, () => undefined);
  };
  const stopLooking = (): void => {
    if (!lost) return;
    clearInterval(lost.search);
    lost = undefined;
    tell({ kind: 'found' });
  };
  const goOn = (cause: unknown): void => {
    if (now() - reachedAt >= goOnMs) throw cause;
  };
  return {
    async prefer(question, instead) {
      if (lost) return instead();
      return ask(question).catch(instead);
    },
    async ping() {
      if (lost) goOn(lost.cause);
      else await ask(() => store.ping()).catch(goOn);
    },
    close() {
      clearInterval(lost?.search);
      lost = { cause: new Error('The store is closed'), search: undefined };
      reachedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** How long a process puts up with a store that does not answer. */
export interface OutageLimits {
  /** How long a request waits for an answer where it has something else to go on. */
  readonly waitMs: number;
  /** How often a store that was lost is looked for, and credits are offered that it would not take. */
  readonly retryMs: number;
  /** How long the process goes on by itself. */
  readonly toleratedMs: number;
  /** Milliseconds that never run backwards. */
  now(): number;
}

export const defaultOutageLimits: OutageLimits = { waitMs: 250, retryMs: 1_000, toleratedMs: 60_000, now: () => performance.now() };
