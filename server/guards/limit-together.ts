import type { onRequestAsyncHookHandler } from 'fastify';
import { onceClosed } from '../http/connection.js';
import { Refusal } from '../http/refusal.js';
import { clientOf } from './addresses.js';

/** Refuses a client that has `most` requests running already: without a key, one slow sender could hold all the memory there is. */
export function limitTogether(most: number): onRequestAsyncHookHandler {
  const running = new Map<string, number>();
  return async (request, reply) => {
    const client = clientOf(request.ip);
    const count = running.get(client) ?? 0;
    if (count >= most)
      throw new Refusal(
        429,
        `Too many requests at once: at most ${most} from one address. Retry shortly.`,
        { 'Retry-After': '1' },
        { shed: 'together' },
      );
    running.set(client, count + 1);
    onceClosed(reply, () => {
      const left = (running.get(client) ?? 1) - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
    });
  };
}
