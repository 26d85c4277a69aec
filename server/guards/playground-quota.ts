import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from '../http/refusal.js';
import type { Allowance, QuotaStore } from '../state/store.js';
import type { DoorEvent, Tell } from '../telemetry/door-event.js';
import { clientOf } from './addresses.js';
import { fromStore } from './from-store.js';

export interface PlaygroundQuota {
  /** Turns a client away that has nothing left, before its upload is read. */
  readonly guard: onRequestAsyncHookHandler;
  /** The account of one request. */
  open(client: string): QuotaReservation;
}

export interface QuotaReservation {
  /** Reserves the most that the request can cost. @throws Refusal 429 when the client has fewer credits left today */
  readonly reserve: (credits: number) => Promise<void>;
  /** Charges what it did cost; needed whether or not anything was reserved. Never throws: the answer is already made. */
  settle(credits: number, log: FastifyBaseLogger): Promise<void>;
}

export interface PlaygroundTerms {
  readonly limit: number;
  readonly leaseMs: number;
  readonly tell: Tell;
}

/** So many credits a day and client, reserved before the work and settled after it. */
export function playgroundQuota(quotas: QuotaStore, { limit, leaseMs, tell }: PlaygroundTerms): PlaygroundQuota {
  return {
    async guard(request) {
      const today = await fromStore(quotas.allowance(clientOf(request.ip), limit));
      if (today.left === 0) throw usedUp(`The playground's ${limit} credits for today are used up.`, today);
    },
    open(client) {
      const id = randomUUID();
      // Cleared only by a refusal, because the hold may exist even if the store's reply was lost.
      let held = false;
      let reserved = 0;
      return {
        async reserve(credits) {
          held = true;
          const today = await fromStore(quotas.reserve({ id, client, credits, leaseMs }, limit));
          held = today.granted;
          if (!held) throw usedUp(notEnough(credits, limit, today.left), today);
          reserved = credits;
          tell({ kind: 'credits', change: 'reserved', credits });
        },
        async settle(credits, log) {
          if (!held) return;
          for (const event of settlement(reserved, credits)) tell(event);
          await quotas.settle(id, credits).catch((error) => log.error({ err: error, credits }, 'credits could not be settled'));
        },
      };
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

const notEnough = (most: number, limit: number, left: number): string =>
  most > limit
    ? `This document can cost up to ${most} credits and the playground has ${limit} a day. Send a shorter one, or use an API key.`
    : `This document can cost up to ${most} credits and ${left} of today's ${limit} are left. Send a shorter one, or come back tomorrow.`;

const usedUp = (detail: string, { resetsInMs }: Allowance): Refusal =>
  new Refusal(429, detail, { 'Retry-After': String(Math.ceil(resetsInMs / 1_000)) }, { shed: 'credits' });
