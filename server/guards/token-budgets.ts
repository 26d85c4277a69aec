import { randomUUID } from 'node:crypto';
import { ConfigError, type Decimal, decimal, type Engine, ExtractionError, type TokenBudget } from '../../core/index.js';
import type { Allowance, QuotaStore } from '../state/store.js';
import type { Tell } from '../telemetry/events.js';
import { accountOf, type Caller } from './caller.js';

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
    failure(today) {
      tell({ kind: 'budget refused' });
      const message = `No provider is asked: of the day's budget of ${count(tokens)} tokens ${leftOf(today, count)}. ${backAt(today)}`;
      return new ExtractionError('LLM_ERROR', message, { ours: true });
    },
  };
  return {
    async reserve(most) {
      const charge = await reserveToday(quotas, account, most);
      return async (used) => {
        tell({ kind: 'tokens', tokens: used });
        await charge(used);
      };
    },
  };
}

/** The limits of callers that have none of their own, and how they are counted. */
export interface CallerBudgetTerms {
  /** The most tokens that the requests of one caller may use in a UTC day, input and output together; 0 = no limit. */
  readonly tokens: number;
  /** The most that they may cost, in major units of the currency of the prices; 0 = no limit. */
  readonly cost: number;
  readonly currency: string | undefined;
  /** How long both stay reserved for a call whose process may have died. */
  readonly leaseMs: number;
  readonly tell?: Tell;
}

/** The budget of a caller's requests; undefined where it has no limit. */
export type CallerBudget = (caller: Caller) => TokenBudget | undefined;

/** Costs are kept in millionths of the major unit, rounded up call by call, so that a budget is never overspent by rounding. */
export const millionths = 1_000_000;

/** What one caller may use in a day; undefined = no limit. */
interface DailyLimits {
  readonly tokens: DailyAccount | undefined;
  readonly cost: DailyAccount | undefined;
}

/** The daily budget of each caller over all servers that share the store. Its own limits go before those of the terms. */
export const callerBudget =
  (quotas: QuotaStore, terms: CallerBudgetTerms): CallerBudget =>
  (caller) => {
    const limits = limitsOf(caller, terms);
    return limits.tokens || limits.cost ? budgetWithin(quotas, limits) : undefined;
  };

const budgetWithin = (quotas: QuotaStore, limits: DailyLimits): TokenBudget => ({
  async reserve(most, mostCost) {
    const settleTokens = limits.tokens && (await reserveToday(quotas, limits.tokens, most));
    if (!limits.cost) return async (used) => settleTokens?.(used);
    const reserved = mostCost && inMillionths(mostCost);
    const settleCost = await reserveCost(quotas, limits.cost, reserved).catch(async (error) => {
      await settleTokens?.(0);
      throw error;
    });
    return async (used, cost) => {
      await settleTokens?.(used);
      await settleCost(cost ? inMillionths(cost) : (reserved ?? 0));
    };
  },
});

async function reserveCost(
  quotas: QuotaStore,
  account: DailyAccount,
  reserved: number | undefined,
): Promise<(used: number) => Promise<void>> {
  if (reserved === undefined)
    throw new ExtractionError('LLM_ERROR', 'No provider is asked: its price is not known, and the caller has a budget of costs');
  return reserveToday(quotas, account, reserved);
}

const inMillionths = (amount: Decimal): number => amount.times(millionths).ceil().toNumber();

function limitsOf(caller: Caller, terms: CallerBudgetTerms): DailyLimits {
  const { dailyTokens = terms.tokens, dailyCost = terms.cost } = caller.limits;
  const [tokens, cost] = [dailyTokens, inMillionths(decimal(dailyCost))];
  return {
    tokens: tokens === 0 ? undefined : account(caller, terms, { what: 'tokens', limit: tokens, show: (units) => `${count(units)} tokens` }),
    cost:
      cost === 0
        ? undefined
        : account(caller, terms, {
            what: 'cost',
            limit: cost,
            show: (units) => `${decimal(units).div(millionths).toFixed()} ${terms.currency ?? ''}`.trim(),
          }),
  };
}

interface Counted {
  readonly what: 'tokens' | 'cost';
  readonly limit: number;
  show(units: number): string;
}

const account = (caller: Caller, { leaseMs, tell = () => undefined }: CallerBudgetTerms, { what, limit, show }: Counted): DailyAccount => ({
  client: accountOf(caller, what),
  limit,
  leaseMs,
  failure(today) {
    tell({ kind: 'key budget refused' });
    const whose = caller.kind === 'key' ? "this key's" : "this caller's";
    return new ExtractionError(
      'LLM_ERROR',
      `No provider is asked: of ${whose} budget of ${show(limit)} a day ${leftOf(today, show)}. ${backAt(today)}`,
    );
  },
});

/** @throws ConfigError when costs are limited and a model that uses tokens has no price, so that nobody could count them */
export function requirePrices(engine: Pick<Engine, 'metered'>, costLimit: number): void {
  const unpriced = engine.metered.filter(({ price }) => price === undefined).map(({ label }) => `"${label}"`);
  if (costLimit === 0 || unpriced.length === 0) return;
  const [first] = unpriced;
  throw new ConfigError(
    `A limit of costs needs the price of every model that uses tokens; ${unpriced.join(' and ')} ${unpriced.length === 1 ? 'has' : 'have'} none. ` +
      `Add prices.models with ${first}: { input, output }, or leave the limit out.`,
    ['server', 'daily_cost_per_key'],
  );
}

/** What one client may use in a UTC day, in whole units. The store keeps it among the quotas. */
export interface DailyAccount {
  readonly client: string;
  readonly limit: number;
  /** How long units stay reserved for a call whose process may have died. */
  readonly leaseMs: number;
  /** The failure of a call that needs more than is left. */
  failure(today: Allowance): ExtractionError;
}

/**
 * Reserves the most that a call can use. The result ends that and charges what it did use, once. While the store cannot be reached every
 * call is refused, because the budget could not be enforced.
 */
export async function reserveToday(quotas: QuotaStore, account: DailyAccount, most: number): Promise<(used: number) => Promise<void>> {
  const { client, limit, leaseMs } = account;
  const id = randomUUID();
  const today = await quotas.reserve({ id, client, credits: most, leaseMs }, limit).catch(async (cause) => {
    // The units may have been reserved although the answer was lost.
    await quotas.charge(id, 0).catch(() => undefined);
    const message = 'No provider is asked, because the budget of the day cannot be looked up. Try again shortly';
    throw new ExtractionError('LLM_ERROR', message, { cause });
  });
  if (!today.granted) throw account.failure(today);
  // The store's fallback tries again later; without one the lease expires.
  return (used) => quotas.charge(id, used).catch(() => undefined);
}

/** 'It is back at 00:00 UTC, in 5 h 13 min' */
export function backAt({ resetsInMs }: Allowance): string {
  const minutes = Math.ceil(resetsInMs / 60_000);
  return `It is back at 00:00 UTC, in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const leftOf = ({ left }: Allowance, show: (units: number) => string): string =>
  left === 0 ? 'nothing is left' : `${show(left)} are left, beside what running calls may use, and this one may use more`;

export const count = (units: number): string => units.toLocaleString('en');
