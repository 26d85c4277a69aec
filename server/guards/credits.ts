import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { clientOf } from '../http/addresses.js';
import { fromStore, Refusal } from '../http/refusal.js';
import type { MadeAnswer } from '../state/answer-store.js';
import type { Allowance, QuotaStore } from '../state/store.js';
import type { ServerEvent, Tell } from '../telemetry/events.js';
import { accountOf, type Caller } from './caller.js';

/** The credits that one client has in a UTC day, over all servers of the store. */
export interface CreditAccount {
  readonly client: string;
  readonly limit: number;
  /** What the client is told when they do not suffice. */
  readonly words: CreditWords;
}

interface CreditWords {
  usedUp(limit: number): string;
  /** A document that can cost `most` needs more than is left. */
  notEnough(most: number, limit: number, left: number): string;
}

/** The credits of a caller; undefined where it has no limit. Its own limit goes before `limit`; 0 = no limit. */
export type CallerCredits = (caller: Caller) => CreditAccount | undefined;

export const callerCredits =
  (limit: number): CallerCredits =>
  (caller) => {
    const own = caller.limits.dailyCredits ?? limit;
    return own > 0 ? { client: accountOf(caller, 'credits'), limit: own, words: callerWords[caller.kind] } : undefined;
  };

/** The credits of whoever uses the playground from the address of this request. */
export const playgroundCredits = ({ ip }: FastifyRequest, limit: number): CreditAccount => ({
  client: clientOf(ip),
  limit,
  words: playgroundWords,
});

/** Refuses a client that has no credits left, before its upload is read. */
export const requireCredits =
  (quotas: QuotaStore, accountFor: (request: FastifyRequest) => CreditAccount | undefined): onRequestAsyncHookHandler =>
  async (request) => {
    const account = accountFor(request);
    if (account) await refuseWithoutCredits(quotas, account);
  };

/** @throws Refusal 429 where the client has no credits left today */
export async function refuseWithoutCredits(quotas: QuotaStore, { client, limit, words }: CreditAccount): Promise<void> {
  const today = await fromStore(quotas.allowance(client, limit));
  if (today.left === 0) throw tooFewCredits(words.usedUp(limit), today);
}

/** The refusal of a client with too few credits left today. */
export const tooFewCredits = (detail: string, { resetsInMs }: Allowance): Refusal =>
  new Refusal('OUT_OF_CREDITS', detail, { 'Retry-After': String(Math.ceil(resetsInMs / 1_000)) });

/** The same where a whole day has too few: to try again is in vain. */
export const neverEnoughCredits = (detail: string): Refusal => new Refusal('OUT_OF_CREDITS', detail);

export interface CreditTerms {
  /** How long credits stay reserved for a request whose process may have died. */
  readonly leaseMs: number;
  readonly tell: Tell;
}

/** How long, in ms, a reservation outlives a process that may have died: the deadline of its request and a minute to charge it. */
export const leaseFor = (deadlineMs: number): number => deadlineMs + 60_000;

/** The credits of one request: reserved before the work, charged after it. */
export class CreditReservation {
  readonly #id = randomUUID();
  /** Cleared only by a refusal, because the credits may be reserved even if the store's reply was lost. */
  #mayBeReserved = false;
  #reserved = 0;

  constructor(
    private readonly quotas: QuotaStore,
    private readonly account: CreditAccount,
    private readonly terms: CreditTerms,
  ) {}

  /** Reserves the most that the request can cost, less what it holds already. @throws Refusal 429 when the client has fewer credits left today */
  async reserve(most: number, held = 0): Promise<void> {
    const credits = most - held;
    const { client, limit, words } = this.account;
    this.#mayBeReserved = true;
    const hold = { id: this.#id, client, credits, leaseMs: this.terms.leaseMs };
    const today = await fromStore(this.quotas.reserve(hold, limit));
    this.#mayBeReserved = today.granted;
    const detail = words.notEnough(most, limit, today.left);
    if (!today.granted) throw most > limit ? neverEnoughCredits(detail) : tooFewCredits(detail, today);
    this.#reserved = credits;
    this.terms.tell({ kind: 'credits', change: 'reserved', credits });
  }

  /**
   * Charges what the request did cost, once; 0 gives everything back. An answer to be kept is asked for, and kept with the charge, only where
   * something is charged. Never throws: the answer is already made.
   */
  async charge(credits: number, log: FastifyBaseLogger, kept?: () => MadeAnswer): Promise<void> {
    if (!this.#mayBeReserved) return;
    this.#mayBeReserved = false;
    for (const event of changesOf(this.#reserved, credits)) this.terms.tell(event);
    await this.quotas
      .charge(this.#id, credits, kept?.())
      .catch((error) => log.error({ err: error, credits }, 'credits could not be charged'));
  }
}

function changesOf(reserved: number, credits: number): readonly ServerEvent[] {
  const changes = {
    settled: Math.min(credits, reserved),
    released: Math.max(0, reserved - credits),
    overspent: Math.max(0, credits - reserved),
  };
  return Object.entries(changes).map(([change, amount]) => ({ kind: 'credits', change: change as keyof typeof changes, credits: amount }));
}

const wordsFor = (whose: string): CreditWords => ({
  usedUp: (limit) => `The ${limit} credits of ${whose} for today are used up.`,
  notEnough: (most, limit, left) =>
    most > limit
      ? `This document can cost up to ${most} credits and ${whose} has ${limit} a day. Send a shorter one.`
      : `This document can cost up to ${most} credits and ${left} of the ${limit} that ${whose} has today are left. Send a shorter one, or come back tomorrow.`,
});

const callerWords = { key: wordsFor('this key'), host: wordsFor('this caller') } as const;

const playgroundWords: CreditWords = {
  usedUp: (limit) => `The playground's ${limit} credits for today are used up.`,
  notEnough: (most, limit, left) =>
    most > limit
      ? `This document can cost up to ${most} credits and the playground has ${limit} a day. Send a shorter one, or use an API key.`
      : `This document can cost up to ${most} credits and ${left} of today's ${limit} are left. Opening it took one. Send a shorter one, or come back tomorrow.`,
};
