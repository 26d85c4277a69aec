import { LRUCache } from 'lru-cache';
import type { FoundKey, KeyStore, StoreEvent } from '../store.js';
import type { OutageLimits, StoreReach } from './reach.js';

/** More keys than this are not in use at once; those that were found longest ago are dropped. */
const maxKeys = 10_000;

/**
 * Remembers found keys for the duration of an outage. The store is still asked each time, so that a revoked key is refused at once, but only
 * once for concurrent calls with one key. An unknown key has to wait for the store, since an outage does not prove it wrong.
 */
export function recentKeys(
  keys: KeyStore,
  { reach, limits: { toleratedMs, now }, tell }: { reach: StoreReach; limits: OutageLimits; tell: (event: StoreEvent) => void },
): KeyStore & { sweep(): void } {
  const recent = new LRUCache<string, FoundKey>({ max: maxKeys, ttlResolution: 0, perf: { now } });
  const lookUp = async (name: string, hash: Uint8Array): Promise<FoundKey | undefined> => {
    const found = await keys.find(hash);
    const ttl = found?.state === 'valid' ? Math.min(toleratedMs, lifetimeOf(found)) : 0;
    if (found && ttl > 0) recent.set(name, found, { ttl });
    else recent.delete(name);
    return found;
  };
  const asked = new Map<string, Promise<FoundKey | undefined>>();
  const ask = (name: string, hash: Uint8Array): Promise<FoundKey | undefined> => {
    const answer = asked.get(name) ?? lookUp(name, hash).finally(() => asked.delete(name));
    asked.set(name, answer);
    return answer;
  };
  const forget = (id: string): void => {
    for (const [name, found] of recent.entries()) if (found.record.id === id) recent.delete(name);
  };
  return {
    ...keys,
    async find(hash) {
      const name = Buffer.from(hash).toString('base64');
      const known = recent.get(name);
      if (!known) return ask(name, hash);
      return reach.prefer(
        () => ask(name, hash),
        () => {
          tell({ kind: 'fallback', part: 'keys' });
          return known;
        },
      );
    },
    revoke(id) {
      forget(id);
      return keys.revoke(id);
    },
    change(id, changes) {
      forget(id);
      return keys.change(id, changes);
    },
    rotate(id, secret, overlapMs) {
      forget(id);
      return keys.rotate(id, secret, overlapMs);
    },
    sweep() {
      recent.purgeStale();
    },
  };
}

/** Uses the clock of this machine, because the store's clock is unavailable during an outage. */
const lifetimeOf = ({ validUntil }: FoundKey): number => (validUntil ? validUntil.getTime() - Date.now() : Number.POSITIVE_INFINITY);
