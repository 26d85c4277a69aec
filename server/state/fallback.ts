import { lateSettlements } from './fallback/late-settlements.js';
import { defaultOutageLimits, type OutageLimits, watchReach } from './fallback/reach.js';
import { recentKeys } from './fallback/recent-keys.js';
import type { Store, StoreEvent } from './store.js';

/**
 * A store that the process can lose sight of, with what it may do by itself until the store is back: it counts rates in `own`, lets keys
 * pass that were valid a minute ago, and settles credits later. Nothing else is guessed: a key that is not known and credits and answers
 * that are asked for reject. It pings as usable for a minute after it was last reached.
 */
export function withFallback(store: Store, own: Store, impatience: Partial<OutageLimits> = {}): Store {
  const patience = { ...defaultOutageLimits, ...impatience };
  const listeners = new Set<(event: StoreEvent) => void>();
  const tell = (event: StoreEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const reach = watchReach(store, patience, tell);
  const keys = recentKeys(store.keys, { reach, patience, tell });
  const quotas = lateSettlements(store.quotas, patience, tell);
  return {
    keys,
    quotas,
    answers: store.answers,
    rates: {
      take: (client, pace) =>
        reach.prefer(
          () => store.rates.take(client, pace),
          () => {
            tell({ kind: 'fallback', part: 'rates' });
            return own.rates.take(client, pace);
          },
        ),
    },
    ping: reach.ping,
    async sweep() {
      keys.sweep();
      await own.sweep();
      await store.sweep();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      reach.close();
      quotas.close();
      await own.close();
      await store.close();
    },
  };
}
