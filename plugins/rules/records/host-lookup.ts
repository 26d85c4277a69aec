import { LRUCache } from 'lru-cache';
import { abortable, Breaker, type BreakerEvent } from '../../../core/index.js';

/** What somebody else knows: a value, or that there is none; or why nobody could say. The reason has no text of a document. */
export type LookupAnswer<V> = { readonly known: true; readonly value: V | undefined } | { readonly known: false; readonly why: string };

export interface LookupTerms {
  /** Who is asked, as a sentence begins: 'The vendor service'. */
  readonly name: string;
  readonly timeoutMs?: number;
  readonly keptMs?: number;
  readonly entries?: number;
  /** Is told when the source is left alone, and when it answers again. */
  readonly tell?: (event: BreakerEvent) => void;
}

export type HostLookup<V> = (key: string, signal: AbortSignal) => Promise<LookupAnswer<V>>;

/** What a source says of itself when it cannot answer. The message reaches the caller, so it has no text of a document. */
export class LookupError extends Error {
  override readonly name = 'LookupError';
}

/** What holds where nothing else is said. */
export const lookupDefaults = { timeoutMs: 2_000, keptMs: 300_000, entries: 10_000 };

/** When a source that fails is left alone. */
const outage = { failures: 3, pauseMs: 5_000, longestPauseMs: 60_000 };

/**
 * Makes lookups that never fail and never last: answers are kept, equal questions share one, a source that does not answer in time is
 * unknown, and one that keeps failing is left alone for a while. `ask` resolves to undefined for what does not exist.
 */
export function hostLookup<V extends object>(
  ask: (key: string, signal: AbortSignal) => Promise<V | undefined>,
  { name, tell, ...given }: LookupTerms,
): HostLookup<V> {
  const { timeoutMs, keptMs, entries } = { ...lookupDefaults, ...given };
  const breaker = new Breaker(name, outage, tell);
  const kept = new LRUCache<string, { readonly value: V | undefined }>({ max: entries, ttl: keptMs });
  const running = new Map<string, Promise<LookupAnswer<V>>>();
  const begin = async (key: string): Promise<LookupAnswer<V>> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const value = await breaker.call(
        () => abortable(ask(key, timeout), timeout),
        () => 'failing',
      );
      kept.set(key, { value });
      return { known: true, value };
    } catch (error) {
      return { known: false, why: timeout.aborted ? `${name} did not answer within ${timeoutMs} ms` : reasonOf(error, name) };
    } finally {
      running.delete(key);
    }
  };
  return async (key, signal) => {
    const before = kept.get(key);
    if (before) return { known: true, ...before };
    const answer = running.get(key) ?? begin(key);
    running.set(key, answer);
    return abortable(answer, signal).catch(() => ({ known: false, why: `${name} did not answer in time` }));
  };
}

/** Of other errors only the class is told: their messages may repeat the question. */
function reasonOf(error: unknown, name: string): string {
  if (error instanceof LookupError) return `${name} failed: ${error.message}`;
  if (error instanceof Error && error.message.startsWith(`${name} keeps failing`)) return error.message;
  return `${name} failed (${error instanceof Error ? error.name : typeof error})`;
}
