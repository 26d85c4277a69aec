import type { onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from '../http/refusal.js';
import type { Pace, RateStore } from '../state/store.js';
import { clientOf } from './addresses.js';
import { fromStore } from './from-store.js';

/** Refuses a client that calls more often than `perSecond`; 0 = no limit. */
export function limitRate(rates: RateStore, perSecond: number): onRequestAsyncHookHandler {
  const pace = paceOf(perSecond);
  return async (request) => {
    if (perSecond === 0 || (await fromStore(rates.take(`extract ${clientOf(request.ip)}`, pace)))) return;
    const requests = perSecond === 1 ? '1 request' : `${perSecond} requests`;
    throw new Refusal(
      429,
      `Rate limit exceeded: at most ${requests} per second. Retry after 1 second.`,
      { 'Retry-After': '1' },
      { shed: 'rate' },
    );
  };
}

/**
 * All requests of a second may come at once. The extra 100 ms absorb network jitter: without them a client that calls exactly once a second
 * lost a third of its calls.
 */
const paceOf = (perSecond: number): Pace => {
  const everyMs = 1_000 / perSecond;
  return { everyMs, slackMs: Math.max(0, 1_000 - everyMs) + 100 };
};
