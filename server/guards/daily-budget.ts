import { randomUUID } from 'node:crypto';
import { ExtractionError, type TokenBudget } from '../../core/index.js';
import type { Allowance, QuotaStore } from '../state/store.js';
import type { Tell } from '../telemetry/door-event.js';

export interface BudgetTerms {
  /** The most tokens that all providers may use in one UTC day, input and output together. */
  readonly tokens: number;
  /** How long tokens stay reserved for a call whose process may have died. */
  readonly leaseMs: number;
  readonly tell?: Tell;
}

/** The store keeps the budget as the quota of this client, beside those of addresses. */
const client = 'providers';

/**
 * The daily token budget of all servers that share the store. The most that a call can use is reserved before it, and what it did use is
 * charged after it. While the store cannot be reached every call is refused, because the budget could not be enforced.
 */
export function dailyBudget(quotas: QuotaStore, { tokens, leaseMs, tell = () => undefined }: BudgetTerms): TokenBudget {
  return {
    async reserve(most) {
      const id = randomUUID();
      const today = await quotas.reserve({ id, client, credits: most, leaseMs }, tokens).catch(async (cause) => {
        // The tokens may have been reserved although the answer was lost.
        await quotas.settle(id, 0).catch(() => undefined);
        throw new ExtractionError(
          'LLM_ERROR',
          'No provider is asked, because the budget of the day cannot be looked up. Try again shortly',
          { cause },
        );
      });
      if (!today.granted) {
        tell({ kind: 'budget refused' });
        throw new ExtractionError('LLM_ERROR', exhausted(tokens, today), { ours: true });
      }
      return async (used) => {
        tell({ kind: 'tokens', tokens: used });
        // The store's fallback tries again later; without one the lease expires.
        await quotas.settle(id, used).catch(() => undefined);
      };
    },
  };
}

function exhausted(tokens: number, { left, resetsInMs }: Allowance): string {
  const minutes = Math.ceil(resetsInMs / 60_000);
  const rest = left === 0 ? 'nothing is left' : `${count(left)} are left, beside what running calls may use, and this one may use more`;
  return `No provider is asked: of the day's budget of ${count(tokens)} tokens ${rest}. It is back at 00:00 UTC, in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const count = (tokens: number): string => tokens.toLocaleString('en');
