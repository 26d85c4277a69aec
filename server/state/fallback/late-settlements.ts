import type { QuotaStore, StoreEvent } from '../store.js';
import type { OutageLimits } from './reach.js';

const maxOwed = 10_000;

/**
 * Retries settlements that the store did not accept, until it does or the process ends; then the lease releases the hold. An id settles
 * only once, so retrying too often charges nothing.
 */
export function lateSettlements(
  quotas: QuotaStore,
  { retryMs }: OutageLimits,
  tell: (event: StoreEvent) => void,
): QuotaStore & { close(): void } {
  const owed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const offer = async (): Promise<void> => {
    timer = undefined;
    for (const [id, credits] of owed) {
      await quotas.settle(id, credits);
      owed.delete(id);
    }
  };
  const offerLater = (): void => {
    timer ??= setTimeout(() => offer().catch(offerLater), retryMs).unref();
  };
  return {
    ...quotas,
    async settle(id, credits) {
      try {
        await quotas.settle(id, credits);
      } catch (error) {
        if (owed.size < maxOwed) owed.set(id, credits);
        tell({ kind: 'fallback', part: 'quotas' });
        offerLater();
        throw error;
      }
    },
    close() {
      clearTimeout(timer);
      owed.clear();
    },
  };
}
