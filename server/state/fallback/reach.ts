import { within } from '../../guards/within.js';
import type { Store, StoreEvent } from '../store.js';
import type { Patience } from './patience.js';

/** Whether the store can be reached, as those find who ask it. */
export interface Reach {
  /** The store's answer; that of `instead` when the store fails or is late, and from then on until it is back. */
  prefer<T>(ask: () => Promise<T>, instead: () => T | Promise<T>): Promise<T>;
  /** Resolves while the store can be reached, and for as long after as the process goes on by itself. */
  ping(): Promise<void>;
  close(): void;
}

export function watchReach(store: Store, { waitMs, retryMs, goOnMs, now }: Patience, tell: (event: StoreEvent) => void): Reach {
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
