import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ConfigError } from '../../../core/index.js';
import { defaultScopes } from '../../state/grant.js';
import type { KeyStore } from '../../state/store.js';
import type { Caller } from '../callers/caller.js';
import { hasChecksum, hashKey, looksLikeKey } from './format.js';

export interface KeyRing {
  /** Who holds the key; undefined when it is not valid for any reason. Rejects when the store cannot be reached. */
  caller(key: string): Promise<Caller | undefined>;
}

/**
 * The keys of a store together with a list from the host.
 * @throws ConfigError when a listed key does not look like one; the message counts keys and never shows one.
 */
export function keyRing(store: KeyStore, listed: readonly string[]): KeyRing {
  for (const [index, key] of listed.entries()) {
    if (!looksLikeKey(key)) {
      throw new ConfigError(`Key ${index + 1} must be "pk_" and at least 16 letters, digits, "_" or "-"`, ['server', 'keys', index]);
    }
  }
  // Listed keys are compared without the store, so they stay valid during an outage.
  const secret = randomBytes(32);
  const hashes = listed.map((key) => hashKey(key, secret));
  return {
    async caller(key) {
      if (!looksLikeKey(key)) return undefined;
      const ours = hashKey(key, secret);
      const place = hashes.findIndex((hash) => timingSafeEqual(hash, ours));
      if (place >= 0) return { ...withoutRecord, id: `listed-${place + 1}` };
      if (!hasChecksum(key)) return undefined;
      const hash = hashKey(key, await store.pepper());
      const found = await store.find(hash);
      return found && timingSafeEqual(found.hash, hash) ? { ...withoutRecord, id: found.record.id } : undefined;
    },
  };
}

/** What a key may do that the host has listed. */
const withoutRecord = { kind: 'key', scopes: defaultScopes, limits: {} } as const;
