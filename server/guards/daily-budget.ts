import { randomUUID } from 'node:crypto';
import { ExtractionError, type TokenBudget } from '../../core/index.js';
import type { Allowance, QuotaStore } from '../state/store.js';
import type { Tell } from '../telemetry/door-event.js';

export interface BudgetTerms {
  /** All that providers may use on one day, UTC, input and output together. */
  readonly tokens: number;
  /** For how long tokens are set aside for a call whose process may have died. */
  readonly leaseMs: number;
  readonly tell?: Tell;
}

/** In the store its account stands beside those of addresses. */
const account = 'providers';

/**
 * What all providers together may use in a day, shared by all servers that share the store: the most that a call can use is set aside before it,
 * and what it did use is charged after it. While the store cannot be asked no provider is: a budget that holds on good days only is none.
 */
export function dailyBudget(quotas: QuotaStore, { tokens, leaseMs, tell = () => undefined }: BudgetTerms): TokenBudget {
  return {
    async reserve(most) {
      const id = randomUUID();
      const today = await quotas.reserve({ id, client: account, credits: most, leaseMs }, tokens).catch(async (cause) => {
        // It may have been set aside although the answer was lost.
        await quotas.settle(id, 0).catch(() => undefined);
        throw new ExtractionError(
          'LLM_ERROR',
          'No provider is asked, because the budget of the day cannot be looked up. Try again shortly',
          { cause },
        );
      });
      if (!today.granted) {
        tell({ kind: 'budget refused' });
        throw new ExtractionError('LLM_ERROR', noRoom(tokens, today), { ours: true });
      }
      return async (used) => {
        tell({ kind: 'tokens', tokens: used });
        // A store that is away is offered it again; without one the lease ends.
        await quotas.settle(id, used).catch(() => undefined);
      };
    },
  };
}

function noRoom(tokens: number, { left, resetsInMs }: Allowance): string {
  const minutes = Math.ceil(resetsInMs / 60_000);
  const rest = left === 0 ? 'nothing is left' : `${count(left)} are left, beside what running calls may use, and this one may use more`;
  return `No provider is asked: of the day's budget of ${count(tokens)} tokens ${rest}. It is back at 00:00 UTC, in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const count = (tokens: number): string => tokens.toLocaleString('en');
