import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ConfigError } from '../../core/index.js';
import { fromStore, Refusal } from '../http/refusal.js';
import { bearer } from '../http/request.js';
import { defaultScopes, type FoundKey, type KeyStore } from '../state/store.js';
import type { Caller } from './caller.js';
import { hasChecksum, hashKey, listedIdOf, looksLikeKey, sealingSecretOf } from './key-secret.js';
import type { Authenticate } from './require-caller.js';

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
      throw new Refusal(state === 'expired' ? 'KEY_EXPIRED' : 'KEY_REPLACED', ended[state], { 'WWW-Authenticate': 'Bearer' });
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
  const known = listed.map((key) => ({ hash: hashKey(key, secret), caller: listedCaller(key) }));
  return {
    async holder(key) {
      if (!looksLikeKey(key)) return undefined;
      const ours = hashKey(key, secret);
      const found = known.find(({ hash }) => timingSafeEqual(hash, ours));
      if (found) return { caller: found.caller, sealingSecret: key, state: 'listed' };
      if (!hasChecksum(key)) return undefined;
      const hash = hashKey(key, await store.pepper());
      const kept = await store.find(hash);
      return kept && timingSafeEqual(kept.hash, hash) ? holderOf(key, kept) : undefined;
    },
  };
}

const listedCaller = (key: string): Caller => ({ kind: 'key', id: listedIdOf(key), scopes: defaultScopes, limits: {} });

const holderOf = (key: string, { record: { id, scopes, limits }, carried, state }: FoundKey): KeyHolder => ({
  caller: { kind: 'key', id, scopes, limits },
  sealingSecret: sealingSecretOf(key, carried),
  state,
});

/** More keys than this are not in use at once; others are noted more often. */
const maxKeys = 10_000;
const everyMs = 60_000;

/** Notes in the store that a key is used, once a minute for each key and process, so that requests cost no write. */
export type LastUse = (id: string, log: FastifyBaseLogger) => void;

/** @param now monotonic milliseconds */
export function lastUse(keys: Pick<KeyStore, 'touch'>, now: () => number = () => performance.now()): LastUse {
  const noted = new LRUCache<string, true>({ max: maxKeys, ttl: everyMs, ttlResolution: 0, perf: { now } });
  return (id, log) => {
    if (noted.has(id)) return;
    noted.set(id, true);
    keys.touch(id).catch((error) => log.warn({ err: error }, 'the last use of a key could not be noted'));
  };
}
