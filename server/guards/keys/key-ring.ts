import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ConfigError } from '../../../core/index.js';
import { defaultScopes } from '../../state/grant.js';
import type { FoundKey, KeyStore } from '../../state/store.js';
import type { Caller } from '../callers/caller.js';
import { sealingSecretOf } from './carry.js';
import { hasChecksum, hashKey, looksLikeKey } from './format.js';

/** Who holds a key whose secret is right. */
export interface KeyHolder {
  readonly caller: Caller;
  /** What its kept answers are sealed with. */
  readonly sealingSecret: string;
  /** `listed` by the host, without a record in the store; or why the key of the store no longer works. */
  readonly state: FoundKey['state'] | 'listed';
}

export interface KeyRing {
  /** Undefined when the key is unknown, malformed or revoked. Rejects when the store cannot be reached. */
  holder(key: string): Promise<KeyHolder | undefined>;
}

/**
 * The keys of a store together with a list from the host.
 * @throws ConfigError when a listed key does not look like one; the message counts keys and never shows one.
 */
export function keyRing(store: Pick<KeyStore, 'pepper' | 'find'>, listed: readonly string[]): KeyRing {
  for (const [index, key] of listed.entries()) {
    if (!looksLikeKey(key)) {
      throw new ConfigError(`Key ${index + 1} must be "pk_" and at least 16 letters, digits, "_" or "-"`, ['server', 'keys', index]);
    }
  }
  // Listed keys are compared without the store, so they stay valid during an outage.
  const secret = randomBytes(32);
  const hashes = listed.map((key) => hashKey(key, secret));
  return {
    async holder(key) {
      if (!looksLikeKey(key)) return undefined;
      const ours = hashKey(key, secret);
      const place = hashes.findIndex((hash) => timingSafeEqual(hash, ours));
      if (place >= 0) return { caller: listedCaller(place), sealingSecret: key, state: 'listed' };
      if (!hasChecksum(key)) return undefined;
      const hash = hashKey(key, await store.pepper());
      const found = await store.find(hash);
      return found && timingSafeEqual(found.hash, hash) ? holderOf(key, found) : undefined;
    },
  };
}

const listedCaller = (place: number): Caller => ({ kind: 'key', id: `listed-${place + 1}`, scopes: defaultScopes, limits: {} });

const holderOf = (key: string, { record: { id, scopes, limits }, carried, state }: FoundKey): KeyHolder => ({
  caller: { kind: 'key', id, scopes, limits },
  sealingSecret: sealingSecretOf(key, carried),
  state,
});
