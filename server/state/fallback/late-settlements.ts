import type { MadeAnswer } from '../answer-store.js';
import type { QuotaStore, StoreEvent } from '../store.js';
import type { OutageLimits } from './reach.js';

const maxOwed = 10_000;
/** Of the answers that are kept with them. */
const maxOwedBytes = 64 * 1024 * 1024;

/**
 * Retries settlements that the store did not accept, until it does or the process ends; then the lease releases the hold. An id settles
 * only once, so retrying too often charges nothing. An answer and its charge wait together, or neither does.
 */
export function lateSettlements(
  quotas: QuotaStore,
  { retryMs }: OutageLimits,
  tell: (event: StoreEvent) => void,
): QuotaStore & { close(): void } {
  const owed = new Map<string, Settlement>();
  let owedBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const offer = async (): Promise<void> => {
    timer = undefined;
    for (const [id, { credits, made }] of owed) {
      await quotas.settle(id, credits, made);
      owed.delete(id);
      owedBytes -= bytesOf(made);
    }
  };
  const owe = (id: string, credits: number, made: MadeAnswer | undefined): void => {
    if (owed.size >= maxOwed || owedBytes + bytesOf(made) > maxOwedBytes) return;
    owed.set(id, { credits, made });
    owedBytes += bytesOf(made);
  };
  const offerLater = (): void => {
    timer ??= setTimeout(() => offer().catch(offerLater), retryMs).unref();
  };
  return {
    ...quotas,
    async settle(id, credits, made) {
      try {
        await quotas.settle(id, credits, made);
      } catch (error) {
        owe(id, credits, made);
        tell({ kind: 'fallback', part: 'quotas' });
        offerLater();
        throw error;
      }
    },
    close() {
      clearTimeout(timer);
      owed.clear();
      owedBytes = 0;
    },
  };
}

interface Settlement {
  readonly credits: number;
  readonly made: MadeAnswer | undefined;
}

const bytesOf = (made: MadeAnswer | undefined): number => made?.answer.byteLength ?? 0;
