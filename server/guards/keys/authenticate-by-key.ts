import { Refusal } from '../../http/refusal.js';
import { bearer } from '../../http/request.js';
import type { KeyStore } from '../../state/store.js';
import type { Authenticate } from '../callers/authenticate.js';
import { fromStore } from '../from-store.js';
import { keyRing } from './key-ring.js';
import { lastUse } from './last-use.js';

/**
 * Authenticates by API key, as the endpoints do without an authentication of the host's. A host can ask it, too, beside its own.
 * @throws ConfigError when a listed key does not look like one
 */
export function authenticateByKey(keys: KeyStore, listed: readonly string[] = []): Authenticate {
  const ring = keyRing(keys, listed);
  const noteUse = lastUse(keys);
  return async (request) => {
    const key = bearer(request.raw);
    const holder = key && (await fromStore(ring.holder(key)));
    if (!holder) return undefined;
    const { caller, sealingSecret, state } = holder;
    if (state === 'expired' || state === 'replaced') {
      request.log = request.log.child({ caller: caller.id });
      throw new Refusal(401, ended[state], { 'WWW-Authenticate': 'Bearer' });
    }
    if (state === 'valid') noteUse(caller.id, request.log);
    return { ...caller, secret: sealingSecret };
  };
}

/** Said only to who has the right secret. */
const ended = {
  expired: 'This API key has expired. Who made the key can give it a later end with "vouch key set".',
  replaced: 'This API key has been replaced by a newer secret, and the time in which both worked is over.',
} as const;
