import type { KeyStore, StoreEvent } from '../store.js';
import type { Patience } from './patience.js';
import type { Reach } from './reach.js';

type Found = NonNullable<Awaited<ReturnType<KeyStore['find']>>>;

/**
 * Remembers the keys that were found, for as long as the process goes on by itself. The store is asked each time all the same, so that a
 * revoked key is refused at once, though once for all calls that come with it while it is looked up; one that nobody remembers must wait for
 * the store, for an outage is no proof that it is wrong.
 */
export function recentKeys(
  keys: KeyStore,
  { reach, patience: { goOnMs, now }, tell }: { reach: Reach; patience: Patience; tell: (event: StoreEvent) => void },
): KeyStore & { sweep(): void } {
  const recent = new Map<string, { readonly found: Found; readonly until: number }>();
  const lookUp = async (name: string, hash: Uint8Array): Promise<Found | undefined> => {
    const found = await keys.find(hash);
    if (found) recent.set(name, { found, until: now() + Math.min(goOnMs, lifetimeOf(found)) });
    else recent.delete(name);
    return found;
  };
  const asked = new Map<string, Promise<Found | undefined>>();
  const ask = (name: string, hash: Uint8Array): Promise<Found | undefined> => {
    const answer = asked.get(name) ?? lookUp(name, hash).finally(() => asked.delete(name));
    asked.set(name, answer);
    return answer;
  };
  return {
    ...keys,
    async find(hash) {
      const name = Buffer.from(hash).toString('base64');
      const known = recent.get(name);
      if (!known || known.until <= now()) return ask(name, hash);
      return reach.prefer(
        () => ask(name, hash),
        () => {
          tell({ kind: 'fallback', part: 'keys' });
          return known.found;
        },
      );
    },
    async revoke(id) {
      for (const [name, { found }] of recent) if (found.record.id === id) recent.delete(name);
      return keys.revoke(id);
    },
    sweep() {
      for (const [name, { until }] of recent) if (until <= now()) recent.delete(name);
    },
  };
}

/** By the clock of this machine: the store's cannot be asked when it counts. */
const lifetimeOf = ({ record: { expiresAt } }: Found): number => (expiresAt ? expiresAt.getTime() - Date.now() : Number.POSITIVE_INFINITY);
