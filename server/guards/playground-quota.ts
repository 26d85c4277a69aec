import type { onRequestAsyncHookHandler } from 'fastify';
import type { QuotaStore } from '../state/store.js';
import { clientOf } from './addresses.js';
import {
  type CreditReservation,
  type CreditTerms,
  type CreditWords,
  openReservation,
  refuseWithoutCredits,
} from './budgets/daily-credits.js';

export interface PlaygroundQuota {
  /** Turns a client away that has nothing left, before its upload is read. */
  readonly guard: onRequestAsyncHookHandler;
  /** The account of one request. */
  open(client: string): CreditReservation;
}

/** So many credits a day and client, reserved before the work and settled after it. */
export function playgroundQuota(quotas: QuotaStore, { limit, ...terms }: CreditTerms & { readonly limit: number }): PlaygroundQuota {
  return {
    guard: (request) => refuseWithoutCredits(quotas, { client: clientOf(request.ip), limit, words }),
    open: (client) => openReservation(quotas, { client, limit, words }, terms),
  };
}

const words: CreditWords = {
  usedUp: (limit) => `The playground's ${limit} credits for today are used up.`,
  notEnough: (most, limit, left) =>
    most > limit
      ? `This document can cost up to ${most} credits and the playground has ${limit} a day. Send a shorter one, or use an API key.`
      : `This document can cost up to ${most} credits and ${left} of today's ${limit} are left. Opening it took one. Send a shorter one, or come back tomorrow.`,
};
