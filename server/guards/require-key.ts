import type { onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from '../http/refusal.js';
import { bearer } from '../http/request.js';
import { fromStore } from './from-store.js';
import type { KeyRing } from './keys/key-ring.js';

/** Lets a request pass that carries a valid key; the log then names the key by its id. One answer for every other cause. */
export function requireKey(ring: KeyRing): onRequestAsyncHookHandler {
  return async (request) => {
    const key = bearer(request.raw);
    const holder = key && (await fromStore(ring.holder(key)));
    if (!holder)
      throw new Refusal(401, 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".', {
        'WWW-Authenticate': 'Bearer',
      });
    request.log = request.log.child({ key: holder });
  };
}
