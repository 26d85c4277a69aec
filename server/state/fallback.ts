import { lateSettlements } from './fallback/late-settlements.js';
import { defaultOutageLimits, type OutageLimits, watchReach } from './fallback/reach.js';
import { recentKeys } from './fallback/recent-keys.js';
import type { Store, StoreEvent } from './store.js';

/**
 * A remote store with a fallback for outages: rates are counted in `own`, keys that were valid a minute ago stay valid, and credits are settled
 * later. Unknown keys, reservations and answers still reject. `ping` succeeds for a minute after the store was last reached.
 */
export function withFallback(store: Store, own: Store, overrides: Partial<OutageLimits> = {}): Store {
  const limits = { ...defaultOutageLimits, ...overrides };
  const listeners = new Set<(event: StoreEvent) => void>();
  const tell = (event: StoreEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const reach = watchReach(store, limits, tell);
  const keys = recentKeys(store.keys, { reach, limits, tell });
  const quotas = lateSettlements(store.quotas, limits, tell);
  return {
    keys,
    quotas,
    answers: store.answers,
    ...(store.jobs && { jobs: store.jobs }),
    ...(store.files && { files: store.files }),
    ...(store.batches && { batches: store.batches }),
    ...(store.webhooks && { webhooks: store.webhooks }),
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
