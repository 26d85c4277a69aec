import type { ServerSettings } from '../../../config/index.js';
import { decimal } from '../../../core/index.js';
import { accountOf } from '../../guards/caller.js';
import { millionths } from '../../guards/token-budgets.js';
import type { KeyRecord, Store } from '../../state/store.js';

/** What a key has used or set aside today of what is limited. Only what has a limit is counted. */
export interface UsageToday {
  readonly credits?: number;
  readonly tokens?: number;
  /** In major units of the currency of the prices: '0.12'. */
  readonly cost?: string;
}

export interface EffectiveLimits {
  readonly rate: number;
  readonly credits: number;
  readonly tokens: number;
  readonly cost: string;
}

/** The limits that hold for a key: its own, else those of the settings; 0 = no limit. */
export const effectiveLimits = ({ limits }: KeyRecord, server: ServerSettings): EffectiveLimits => ({
  rate: limits.rate ?? server.rateLimitPerKey,
  credits: limits.dailyCredits ?? server.dailyCreditsPerKey,
  tokens: limits.dailyTokens ?? server.dailyTokensPerKey,
  cost: limits.dailyCost ?? decimal(server.dailyCostPerKey).toFixed(),
});

export async function usageToday({ quotas }: Store, record: KeyRecord, server: ServerSettings): Promise<UsageToday> {
  const limits = effectiveLimits(record, server);
  // Asked for with the largest limit there is, because less than nothing is not told, as after a limit was lowered.
  const most = Number.MAX_SAFE_INTEGER;
  const used = async (what: 'credits' | 'tokens' | 'cost'): Promise<number> =>
    most - (await quotas.allowance(accountOf({ kind: 'key', id: record.id }, what), most)).left;
  return {
    ...(limits.credits > 0 && { credits: await used('credits') }),
    ...(limits.tokens > 0 && { tokens: await used('tokens') }),
    ...(decimal(limits.cost).gt(0) && {
      cost: decimal(await used('cost'))
        .div(millionths)
        .toFixed(),
    }),
  };
}
