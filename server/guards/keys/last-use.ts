import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { KeyStore } from '../../state/store.js';

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
