import { ConfigError, type Engine, ExtractionError, type TokenBudget } from '../../../core/index.js';
import type { QuotaStore } from '../../state/store.js';
import type { Tell } from '../../telemetry/door-event.js';
import { backAt, count, type DailyAccount, leftOf, reserveToday } from './account.js';

export interface KeyBudgetTerms {
  /** The most tokens that the requests of one key may use in a UTC day, input and output together; 0 = no limit. */
  readonly tokens: number;
  /** The most that they may cost, in major units of the currency of the prices; 0 = no limit. */
  readonly cost: number;
  readonly currency: string | undefined;
  /** How long both stay reserved for a call whose process may have died. */
  readonly leaseMs: number;
  readonly tell?: Tell;
}

/** What the requests of a key are paid from, by the key's id. */
export type KeyBudget = (key: string) => TokenBudget;

/** Costs are kept in millionths of the major unit, rounded up call by call, so that a budget is never overspent by rounding. */
const millionths = 1_000_000;

/** The account of a key, under which the store counts its tokens. */
export const tokensOfKey = (key: string): string => `key:${key}:tokens`;

/** The daily budget of each key over all servers that share the store; undefined where there is no limit. */
export function keyBudget(quotas: QuotaStore, terms: KeyBudgetTerms): KeyBudget | undefined {
  if (terms.tokens === 0 && terms.cost === 0) return undefined;
  return (key) => ({
    async reserve(most, mostCost) {
      const settleTokens = terms.tokens > 0 ? await reserveToday(quotas, tokenAccount(key, terms), most) : undefined;
      if (terms.cost === 0) return async (used) => settleTokens?.(used);
      const reserved = mostCost?.times(millionths).ceil().toNumber();
      const settleCost = await costOf(key, reserved).catch(async (error) => {
        await settleTokens?.(0);
        throw error;
      });
      return async (used, cost) => {
        await settleTokens?.(used);
        await settleCost(cost?.times(millionths).ceil().toNumber() ?? reserved ?? 0);
      };
    },
  });

  async function costOf(key: string, reserved: number | undefined): Promise<(used: number) => Promise<void>> {
    if (reserved === undefined)
      throw new ExtractionError('LLM_ERROR', 'No provider is asked: its price is not known, and this key has a budget');
    return reserveToday(quotas, costAccount(key, terms), reserved);
  }
}

const tokenAccount = (key: string, terms: KeyBudgetTerms): DailyAccount =>
  account(terms, { client: tokensOfKey(key), limit: terms.tokens, show: (units) => `${count(units)} tokens` });

const costAccount = (key: string, terms: KeyBudgetTerms): DailyAccount =>
  account(terms, {
    client: `key:${key}:cost`,
    limit: Math.round(terms.cost * millionths),
    show: (units) => `${units / millionths} ${terms.currency ?? ''}`.trim(),
  });

interface Shown {
  readonly client: string;
  readonly limit: number;
  show(units: number): string;
}

const account = ({ leaseMs, tell = () => undefined }: KeyBudgetTerms, { client, limit, show }: Shown): DailyAccount => ({
  client,
  limit,
  leaseMs,
  refusal(today) {
    tell({ kind: 'key budget refused' });
    return new ExtractionError(
      'LLM_ERROR',
      `No provider is asked: of this key's budget of ${show(limit)} a day ${leftOf(today, show)}. ${backAt(today)}`,
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
