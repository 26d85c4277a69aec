import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { clientOf } from '../http/addresses.js';
import { fromStore, Refusal } from '../http/refusal.js';
import type { MadeAnswer } from '../state/answer-store.js';
import type { Allowance, QuotaStore } from '../state/store.js';
import type { DoorEvent, Tell } from '../telemetry/events.js';
import { accountOf, type Caller, callerOf } from './caller.js';

/** The credits that one client has in a UTC day. */
export interface CreditAccount {
  readonly client: string;
  readonly limit: number;
  /** What the client is told when they do not suffice. */
  readonly words: CreditWords;
}

export interface CreditWords {
  usedUp(limit: number): string;
  /** A document that can cost `most` needs more than is left. */
  notEnough(most: number, limit: number, left: number): string;
}

export interface CreditTerms {
  /** How long credits stay reserved for a request whose process may have died. */
  readonly leaseMs: number;
  readonly tell: Tell;
}

/** The reservation of one request. */
export interface CreditReservation {
  /** Reserves the most that the request can cost. @throws Refusal 429 when the client has fewer credits left today */
  readonly reserve: (credits: number) => Promise<void>;
  /**
   * Charges what it did cost; needed whether or not anything was reserved. An answer to be kept is asked for, and kept with the charge, only
   * where there is one. Never throws: the answer is already made.
   */
  settle(credits: number, log: FastifyBaseLogger, kept?: () => MadeAnswer): Promise<void>;
}

/** Turns a client away that has nothing left, before its upload is read. @throws Refusal 429 */
export async function refuseWithoutCredits(quotas: QuotaStore, { client, limit, words }: CreditAccount): Promise<void> {
  const today = await fromStore(quotas.allowance(client, limit));
  if (today.left === 0) throw tooFew(words.usedUp(limit), today);
}

/** Credits are reserved before the work and settled after it. */
export function openReservation(
  quotas: QuotaStore,
  { client, limit, words }: CreditAccount,
  { leaseMs, tell }: CreditTerms,
): CreditReservation {
  const id = randomUUID();
  // Cleared only by a refusal, because the hold may exist even if the store's reply was lost.
  let held = false;
  let reserved = 0;
  return {
    async reserve(credits) {
      held = true;
      const today = await fromStore(quotas.reserve({ id, client, credits, leaseMs }, limit));
      held = today.granted;
      if (!held) throw tooFew(words.notEnough(credits, limit, today.left), today);
      reserved = credits;
      tell({ kind: 'credits', change: 'reserved', credits });
    },
    async settle(credits, log, kept) {
      if (!held) return;
      for (const event of settlement(reserved, credits)) tell(event);
      await quotas.settle(id, credits, kept?.()).catch((error) => log.error({ err: error, credits }, 'credits could not be settled'));
    },
  };
}

/** What becomes of held credits. */
function settlement(reserved: number, credits: number): readonly DoorEvent[] {
  const changes = {
    settled: Math.min(credits, reserved),
    released: Math.max(0, reserved - credits),
    overspent: Math.max(0, credits - reserved),
  };
  return Object.entries(changes).map(([change, amount]) => ({ kind: 'credits', change: change as keyof typeof changes, credits: amount }));
}

/** The refusal of a client with too few credits left today. */
export const tooFew = (detail: string, { resetsInMs }: Allowance): Refusal =>
  new Refusal(429, detail, { 'Retry-After': String(Math.ceil(resetsInMs / 1_000)) }, { shed: 'credits' });

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

export interface PlaygroundQuota {
  /** Turns a client away that has nothing left, before its upload is read. */
  readonly guard: onRequestAsyncHookHandler;
  /** The account of one request. */
  open(client: string): CreditReservation;
}

/** So many credits a day and client, reserved before the work and settled after it. */
export function playgroundQuota(quotas: QuotaStore, { limit, ...terms }: CreditTerms & { readonly limit: number }): PlaygroundQuota {
  return {
    guard: (request) => refuseWithoutCredits(quotas, { client: clientOf(request.ip), limit, words: playgroundWords }),
    open: (client) => openReservation(quotas, { client, limit, words: playgroundWords }, terms),
  };
}

const playgroundWords: CreditWords = {
  usedUp: (limit) => `The playground's ${limit} credits for today are used up.`,
  notEnough: (most, limit, left) =>
    most > limit
      ? `This document can cost up to ${most} credits and the playground has ${limit} a day. Send a shorter one, or use an API key.`
      : `This document can cost up to ${most} credits and ${left} of today's ${limit} are left. Opening it took one. Send a shorter one, or come back tomorrow.`,
};

/** How long, in ms, a reservation outlives a process that may have died: the deadline of its request and a minute to settle. */
export const leaseFor = (deadlineMs: number): number => deadlineMs + 60_000;
