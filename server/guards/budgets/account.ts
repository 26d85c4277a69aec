import { randomUUID } from 'node:crypto';
import { ExtractionError } from '../../../core/index.js';
import type { Allowance, QuotaStore } from '../../state/store.js';

/** What one client may use in a UTC day, in whole units. The store keeps it among the quotas. */
export interface DailyAccount {
  readonly client: string;
  readonly limit: number;
  /** How long units stay reserved for a call whose process may have died. */
  readonly leaseMs: number;
  /** The failure of a call that needs more than is left. */
  refusal(today: Allowance): ExtractionError;
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
    await quotas.settle(id, 0).catch(() => undefined);
    const message = 'No provider is asked, because the budget of the day cannot be looked up. Try again shortly';
    throw new ExtractionError('LLM_ERROR', message, { cause });
  });
  if (!today.granted) throw account.refusal(today);
  // The store's fallback tries again later; without one the lease expires.
  return (used) => quotas.settle(id, used).catch(() => undefined);
}

/** 'It is back at 00:00 UTC, in 5 h 13 min' */
export function backAt({ resetsInMs }: Allowance): string {
  const minutes = Math.ceil(resetsInMs / 60_000);
  return `It is back at 00:00 UTC, in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What is left of a budget whose units are shown by `show`. */
export const leftOf = ({ left }: Allowance, show: (units: number) => string): string =>
  left === 0 ? 'nothing is left' : `${show(left)} are left, beside what running calls may use, and this one may use more`;

export const count = (units: number): string => units.toLocaleString('en');
