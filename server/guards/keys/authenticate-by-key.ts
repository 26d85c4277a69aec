import { bearer } from '../../http/request.js';
import type { KeyStore } from '../../state/store.js';
import type { Authenticate } from '../callers/authenticate.js';
import { fromStore } from '../from-store.js';
import { keyRing } from './key-ring.js';

/**
 * Authenticates by API key, as the endpoints do without an authentication of the host's. A host can ask it, too, beside its own.
 * @throws ConfigError when a listed key does not look like one
 */
export function authenticateByKey(keys: KeyStore, listed: readonly string[] = []): Authenticate {
  const ring = keyRing(keys, listed);
  return async (request) => {
    const key = bearer(request.raw);
    const caller = key && (await fromStore(ring.caller(key)));
    return caller ? { ...caller, secret: key } : undefined;
  };
}
