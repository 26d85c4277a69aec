import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from '../http/refusal.js';
import { bearer } from '../http/request.js';
import { fromStore } from './from-store.js';
import type { KeyRing } from './keys/key-ring.js';

/** Admits requests with a valid key and adds the key's id to their log lines. Every other cause gets the same answer. */
export function requireKey(ring: KeyRing): onRequestAsyncHookHandler {
  return async (request) => {
    const key = bearer(request.raw);
    const holder = key && (await fromStore(ring.holder(key)));
    if (!holder)
      throw new Refusal(401, 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".', {
        'WWW-Authenticate': 'Bearer',
      });
    holders.set(request, holder);
    request.log = request.log.child({ key: holder });
  };
}

const holders = new WeakMap<FastifyRequest, string>();

/** The id of the key that a request was admitted with; undefined where it needed none. */
export const holderOf = (request: FastifyRequest): string | undefined => holders.get(request);
