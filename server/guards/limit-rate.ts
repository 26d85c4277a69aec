import type { onRequestAsyncHookHandler } from 'fastify';
import { clientOf } from '../http/addresses.js';
import { fromStore, Refusal } from '../http/refusal.js';
import { onceClosed } from '../http/request.js';
import type { Pace, RateStore } from '../state/store.js';
import { accountOf, callerOf } from './caller.js';

/** Refuses an address that calls more often than `perSecond`; 0 = no limit. */
export function limitRate(rates: RateStore, perSecond: number): onRequestAsyncHookHandler {
  return (request) => refuseTooOften(rates, { client: `extract ${clientOf(request.ip)}`, perSecond, whose: ' from one address' });
}

/** Refuses a caller that calls more often than its own limit allows, or else `perSecond`; 0 = no limit. Runs once the caller is known. */
export function limitCallerRate(rates: RateStore, perSecond: number): onRequestAsyncHookHandler {
  return async (request) => {
    const caller = callerOf(request);
    if (!caller) return;
    const whose = caller.kind === 'key' ? ' with this key' : ' for this caller';
    await refuseTooOften(rates, { client: accountOf(caller, 'rate'), perSecond: caller.limits.rate ?? perSecond, whose });
  };
}

interface RateClient {
  readonly client: string;
  /** 0 = no limit. */
  readonly perSecond: number;
  readonly whose: string;
}

async function refuseTooOften(rates: RateStore, { client, perSecond, whose }: RateClient): Promise<void> {
  if (perSecond === 0) return;
  const pace = paceOf(perSecond);
  if (await fromStore(rates.take(client, pace))) return;
  const seconds = Math.max(1, Math.ceil(pace.everyMs / 1_000));
  throw new Refusal(
    'RATE_LIMITED',
    `Rate limit exceeded: at most ${count(perSecond, 'request')} per second${whose}. Retry after ${count(seconds, 'second')}.`,
    { 'Retry-After': String(seconds) },
  );
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/**
 * All requests of a second may come at once. The extra 100 ms absorb network jitter: without them a client that calls exactly once a second
 * lost a third of its calls.
 */
const paceOf = (perSecond: number): Pace => {
  const everyMs = 1_000 / perSecond;
  return { everyMs, slackMs: Math.max(0, 1_000 - everyMs) + 100 };
};

/** Refuses a client that has `most` requests running already: without a key, one slow sender could hold all the memory there is. */
export function limitConcurrency(most: number): onRequestAsyncHookHandler {
  const running = new Map<string, number>();
  return async (request, reply) => {
    const client = clientOf(request.ip);
    const count = running.get(client) ?? 0;
    if (count >= most)
      throw new Refusal('TOO_MANY_AT_ONCE', `Too many requests at once: at most ${most} from one address. Retry shortly.`, {
        'Retry-After': '1',
      });
    running.set(client, count + 1);
    onceClosed(reply, () => {
      const left = (running.get(client) ?? 1) - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
    });
  };
}
