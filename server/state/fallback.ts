import { LRUCache } from 'lru-cache';
import type { MadeAnswer } from './answer-store.js';
import type { FoundKey, KeyStore, QuotaStore, Store, StoreEvent } from './store.js';
import { within } from './within.js';

/**
 * A remote store with a fallback for outages: rates are counted in `own`, keys that were valid a minute ago stay valid, and credits are settled
 * later. Unknown keys, reservations and answers still reject. `ping` succeeds for a minute after the store was last reached.
 */
export function withFallback(store: Store, own: Store, overrides: Partial<OutageLimits> = {}): Store {
  const limits = { ...defaultOutageLimits, ...overrides };
  const listeners = new Set<(event: StoreEvent) => void>();
  const tell = (event: StoreEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const reach = watchReach(store, limits, tell);
  const keys = recentKeys(store.keys, reach, limits);
  const quotas = lateCharges(store.quotas, limits, tell);
  return {
    ...store,
    keys,
    quotas,
    rates: {
      take: (client, pace) =>
        reach.prefer(
          'rates',
          () => store.rates.take(client, pace),
          () => own.rates.take(client, pace),
        ),
    },
    ping: reach.ping,
    async sweep() {
      keys.sweep();
      await own.sweep();
      await store.sweep();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      reach.close();
      quotas.close();
      await own.close();
      await store.close();
    },
  };
}

/** The time limits of a store outage. */
interface OutageLimits {
  /** How long a request waits for an answer where there is a fallback. */
  readonly waitMs: number;
  /** The interval at which a lost store is pinged and unaccepted credits are settled again. */
  readonly retryMs: number;
  /** How long the process continues without the store. */
  readonly toleratedMs: number;
  /** Monotonic milliseconds. */
  now(): number;
}

const defaultOutageLimits: OutageLimits = { waitMs: 250, retryMs: 1_000, toleratedMs: 60_000, now: () => performance.now() };

/** Tracks whether the store can be reached, from the outcome of each query. */
interface StoreReach {
  /** The store's answer, or that of `instead` when the store fails or is late, and then until the store is back. That is told as one of this part. */
  prefer<T>(part: 'rates' | 'keys', ask: () => Promise<T>, instead: () => T | Promise<T>): Promise<T>;
  /** Resolves while the store can be reached, and for `toleratedMs` after that. */
  ping(): Promise<void>;
  close(): void;
}

function watchReach(store: Store, { waitMs, retryMs, toleratedMs, now }: OutageLimits, tell: (event: StoreEvent) => void): StoreReach {
  let reachedAt = Number.NEGATIVE_INFINITY;
  let lost: { readonly cause: unknown; readonly search: NodeJS.Timeout | undefined } | undefined;

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      const answer = await within(waitMs, question());
      reachedAt = now();
      return answer;
    } catch (cause) {
      if (!lost) tell({ kind: 'lost', cause });
      lost ??= { cause, search: setInterval(search, retryMs).unref() };
      throw cause;
    }
  };
  const search = (): void => {
    ask(() => store.ping()).then(stopSearching, () => undefined);
  };
  const stopSearching = (): void => {
    if (!lost) return;
    clearInterval(lost.search);
    lost = undefined;
    tell({ kind: 'found' });
  };
  const tolerate = (cause: unknown): void => {
    if (now() - reachedAt >= toleratedMs) throw cause;
  };
  return {
    async prefer(part, question, instead) {
      const fallBack = () => {
        tell({ kind: 'fallback', part });
        return instead();
      };
      return lost ? fallBack() : ask(question).catch(fallBack);
    },
    async ping() {
      if (lost) tolerate(lost.cause);
      else await ask(() => store.ping()).catch(tolerate);
    },
    close() {
      clearInterval(lost?.search);
      lost = { cause: new Error('The store is closed'), search: undefined };
      reachedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** More keys than this are not in use at once; those that were found longest ago are dropped. */
const maxKeys = 10_000;

/**
 * Remembers found keys for the duration of an outage. The store is still asked each time, so that a revoked key is refused at once, but only
 * once for concurrent calls with one key. An unknown key has to wait for the store, since an outage does not prove it wrong.
 */
function recentKeys(keys: KeyStore, reach: StoreReach, { toleratedMs, now }: OutageLimits): KeyStore & { sweep(): void } {
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
  const forgetting =
    <Rest extends readonly unknown[], Done>(change: (id: string, ...rest: Rest) => Done) =>
    (id: string, ...rest: Rest): Done => {
      for (const [name, found] of recent.entries()) if (found.record.id === id) recent.delete(name);
      return change(id, ...rest);
    };
  return {
    ...keys,
    async find(hash) {
      const name = Buffer.from(hash).toString('base64');
      const known = recent.get(name);
      if (!known) return ask(name, hash);
      return reach.prefer(
        'keys',
        () => ask(name, hash),
        () => known,
      );
    },
    revoke: forgetting(keys.revoke),
    change: forgetting(keys.change),
    rotate: forgetting(keys.rotate),
    sweep() {
      recent.purgeStale();
    },
  };
}

/** Uses the clock of this machine, because the store's clock is unavailable during an outage. */
const lifetimeOf = ({ validUntil }: FoundKey): number => (validUntil ? validUntil.getTime() - Date.now() : Number.POSITIVE_INFINITY);

const maxOwed = 10_000;
/** Of the answers that are kept with them. */
const maxOwedBytes = 64 * 1024 * 1024;

/**
 * Retries charges that the store did not accept, until it does or the process ends; then the lease releases the hold. An id is charged
 * only once, so retrying too often charges nothing. An answer and its charge wait together, or neither does.
 */
function lateCharges(quotas: QuotaStore, { retryMs }: OutageLimits, tell: (event: StoreEvent) => void): QuotaStore & { close(): void } {
  const owed = new Map<string, Charge>();
  let owedBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const offer = async (): Promise<void> => {
    timer = undefined;
    for (const [id, { credits, made }] of owed) {
      await quotas.charge(id, credits, made);
      owed.delete(id);
      owedBytes -= bytesOf(made);
    }
  };
  const owe = (id: string, credits: number, made: MadeAnswer | undefined): void => {
    if (owed.size >= maxOwed || owedBytes + bytesOf(made) > maxOwedBytes) return;
    owed.set(id, { credits, made });
    owedBytes += bytesOf(made);
  };
  const offerLater = (): void => {
    timer ??= setTimeout(() => offer().catch(offerLater), retryMs).unref();
  };
  return {
    ...quotas,
    async charge(id, credits, made) {
      try {
        await quotas.charge(id, credits, made);
      } catch (error) {
        owe(id, credits, made);
        tell({ kind: 'fallback', part: 'quotas' });
        offerLater();
        throw error;
      }
    },
    close() {
      clearTimeout(timer);
      owed.clear();
      owedBytes = 0;
    },
  };
}

interface Charge {
  readonly credits: number;
  readonly made: MadeAnswer | undefined;
}

const bytesOf = (made: MadeAnswer | undefined): number => made?.answer.byteLength ?? 0;
