import type { ServerSettings } from '../../../config/index.js';
import { decimal } from '../../../core/index.js';
import { accountOf } from '../../guards/caller.js';
import { millionths } from '../../guards/token-budgets.js';
import { printable } from '../../report/html.js';
import type { FormerSecret, KeyRecord, Store } from '../../state/store.js';
import { columns } from '../terminal.js';

/** A key with what it has used today; without any secret. */
export type ListedKey = KeyRecord & { readonly today: UsageToday };

/** A line for each key, and one for each earlier secret that still works. */
export function keyLines(keys: readonly ListedKey[]): readonly string[] {
  const limited = keys.some(({ today }) => Object.keys(today).length > 0);
  return columns(keys.flatMap((key) => [row(key, limited), ...key.formerSecrets.map(earlier)]));
}

const row = (key: ListedKey, limited: boolean): readonly string[] => [
  key.id,
  `${key.display}…`,
  validity(key),
  key.scopes.join(','),
  key.lastUsedAt ? `last used ${day(key.lastUsedAt)}` : 'never used',
  ...(limited ? [usage(key.today)] : []),
  printable(key.label),
];

const earlier = ({ display, validUntil }: FormerSecret): readonly string[] => ['', `${display}…`, `until ${validUntil.toISOString()}`];

function usage({ credits, tokens, cost }: UsageToday): string {
  const used = [
    ...(credits === undefined ? [] : [`${count(credits)} credits`]),
    ...(tokens === undefined ? [] : [`${count(tokens)} tokens`]),
    ...(cost === undefined ? [] : [`costs of ${cost}`]),
  ];
  return used.length > 0 ? `${used.join(', ')} today` : '';
}

/** Everything about one key, a line for each property. */
export function keyDetails(key: ListedKey, limits: EffectiveLimits, currency = ''): readonly string[] {
  const used = (today: number | string, limit: number | string): string => `${count(today)} of ${count(limit)}`;
  const { credits, tokens, cost } = key.today;
  return columns([
    ['id', key.id],
    ['secret', `${key.display}…`],
    ...key.formerSecrets.map(({ display, validUntil }) => ['earlier', `${display}…, works until ${validUntil.toISOString()}`]),
    ['label', printable(key.label)],
    ['scopes', key.scopes.join(', ')],
    ['created', key.createdAt.toISOString()],
    ['state', validity(key)],
    ['last used', key.lastUsedAt ? `${key.lastUsedAt.toISOString()}, to within two minutes` : 'never'],
    ['rate', limits.rate > 0 ? `${limits.rate} a second${source(key.limits.rate)}` : noLimit],
    ['credits', credits === undefined ? noLimit : `${used(credits, limits.credits)} today${source(key.limits.dailyCredits)}`],
    ['tokens', tokens === undefined ? noLimit : `${used(tokens, limits.tokens)} today${source(key.limits.dailyTokens)}`],
    ['cost', cost === undefined ? noLimit : `${`${used(cost, limits.cost)} ${currency}`.trim()} today${source(key.limits.dailyCost)}`],
  ]);
}

const noLimit = 'no limit';

const source = (own: unknown): string => (own === undefined ? ', as the settings say' : '');

export function validity({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt) return `revoked ${day(revokedAt)}`;
  if (!expiresAt) return 'never expires';
  return `${expiresAt.getTime() > Date.now() ? 'expires' : 'expired'} ${expiresAt.toISOString()}`;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

/** Amounts are texts, which are shown as they are. */
const count = (amount: number | string): string => (typeof amount === 'number' ? amount.toLocaleString('en') : amount);

/** What a key has used or set aside today of what is limited. Only what has a limit is counted. */
interface UsageToday {
  readonly credits?: number;
  readonly tokens?: number;
  /** In major units of the currency of the prices: '0.12'. */
  readonly cost?: string;
}

interface EffectiveLimits {
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
