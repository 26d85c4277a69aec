import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { QuotaStore } from '../../state/store.js';
import {
  type CreditAccount,
  type CreditReservation,
  type CreditTerms,
  type CreditWords,
  openReservation,
  refuseWithoutCredits,
} from '../budgets/daily-credits.js';
import { accountOf, type Caller, callerOf } from './caller.js';

export interface CallerQuota {
  /** Turns a caller away that has no credits left, before its upload is read. */
  readonly guard: onRequestAsyncHookHandler;
  /** The reservation of one request; undefined where its caller has no limit. */
  open(request: FastifyRequest): CreditReservation | undefined;
  /** The credits of a caller; undefined where it has no limit. */
  account(caller: Caller): CreditAccount | undefined;
}

/** The credits of each caller in a UTC day, over all servers of the store. Its own limit goes before that of the terms; 0 = no limit. */
export function callerQuota(quotas: QuotaStore, { limit, ...terms }: CreditTerms & { readonly limit: number }): CallerQuota {
  const account = (caller: Caller): CreditAccount | undefined => {
    const own = caller.limits.dailyCredits ?? limit;
    return own > 0 ? { client: accountOf(caller, 'credits'), limit: own, words: words[caller.kind] } : undefined;
  };
  const accountFor = (request: FastifyRequest): CreditAccount | undefined => {
    const caller = callerOf(request);
    return caller && account(caller);
  };
  return {
    account,
    async guard(request) {
      const account = accountFor(request);
      if (account) await refuseWithoutCredits(quotas, account);
    },
    open(request) {
      const account = accountFor(request);
      return account && openReservation(quotas, account, terms);
    },
  };
}

const wordsFor = (whose: string): CreditWords => ({
  usedUp: (limit) => `The ${limit} credits of ${whose} for today are used up.`,
  notEnough: (most, limit, left) =>
    most > limit
      ? `This document can cost up to ${most} credits and ${whose} has ${limit} a day. Send a shorter one.`
      : `This document can cost up to ${most} credits and ${left} of the ${limit} that ${whose} has today are left. Send a shorter one, or come back tomorrow.`,
});

const words = { key: wordsFor('this key'), host: wordsFor('this caller') } as const;
