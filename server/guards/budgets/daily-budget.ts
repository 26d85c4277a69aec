import { ExtractionError, type TokenBudget } from '../../../core/index.js';
import type { QuotaStore } from '../../state/store.js';
import type { Tell } from '../../telemetry/door-event.js';
import { backAt, count, type DailyAccount, leftOf, reserveToday } from './account.js';

export interface BudgetTerms {
  /** The most tokens that all providers may use in one UTC day, input and output together. */
  readonly tokens: number;
  /** How long tokens stay reserved for a call whose process may have died. */
  readonly leaseMs: number;
  readonly tell?: Tell;
}

/** The daily token budget of all servers that share the store: what a call can use is reserved before it, what it did use is charged after it. */
export function dailyBudget(quotas: QuotaStore, { tokens, leaseMs, tell = () => undefined }: BudgetTerms): TokenBudget {
  const account: DailyAccount = {
    client: 'providers',
    limit: tokens,
    leaseMs,
    refusal(today) {
      tell({ kind: 'budget refused' });
      const message = `No provider is asked: of the day's budget of ${count(tokens)} tokens ${leftOf(today, count)}. ${backAt(today)}`;
      return new ExtractionError('LLM_ERROR', message, { ours: true });
    },
  };
  return {
    async reserve(most) {
      const settle = await reserveToday(quotas, account, most);
      return async (used) => {
        tell({ kind: 'tokens', tokens: used });
        await settle(used);
      };
    },
  };
}
