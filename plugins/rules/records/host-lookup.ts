import { LRUCache } from 'lru-cache';
import { abortable, Breaker, type BreakerEvent } from '../../../core/index.js';

/** What somebody else knows: a value, or that there is none; or why nobody could say. The reason has no text of a document. */
export type LookupAnswer<V> = { readonly known: true; readonly value: V | undefined } | Unanswered;

interface Unanswered {
  readonly known: false;
  readonly why: string;
  /** Set where the host has its documents held then. */
  readonly held?: boolean;
}

export interface LookupTerms {
  /** Who is asked, as a sentence begins: 'The vendor service'. */
  readonly name: string;
  readonly timeoutMs?: number;
  readonly keptMs?: number;
  readonly entries?: number;
  /** Whether documents are held of which the source cannot say anything. */
  readonly held?: boolean;
  /** Is told when the source is left alone, and when it answers again. */
  readonly tell?: (event: BreakerEvent) => void;
}

/** `caller` is that of the rule's context: the source is left alone for one caller at a time, so that what one asks costs no other its check. */
export type HostLookup<V> = (key: string, signal: AbortSignal, caller?: string) => Promise<LookupAnswer<V>>;

/** What a source says of itself when it cannot answer. The message reaches the caller, so it has no text of a document. */
export class LookupError extends Error {
  override readonly name = 'LookupError';
  /** Whether the source is up and only does not take this question. */
  readonly refused: boolean;

  constructor(message: string, { refused = false, ...options }: ErrorOptions & { readonly refused?: boolean } = {}) {
    super(message, options);
    this.refused = refused;
  }
}

/** What holds where nothing else is said. */
export const lookupDefaults = { timeoutMs: 2_000, keptMs: 300_000, entries: 10_000 };

/** When a source that fails is left alone, and for how many callers that is noted. */
const outage = { failures: 3, pauseMs: 5_000, longestPauseMs: 60_000 };
const maxCallers = 1_000;

/**
 * Makes lookups that never fail and never last: answers are kept, equal questions of a caller share one, a source that does not answer in time is
 * unknown, and one that keeps failing is left alone for a while. `ask` resolves to undefined for what does not exist.
 */
export function hostLookup<V extends object>(
  ask: (key: string, signal: AbortSignal) => Promise<V | undefined>,
  { name, tell, held = false, ...given }: LookupTerms,
): HostLookup<V> {
  const { timeoutMs, keptMs, entries } = { ...lookupDefaults, ...given };
  const breakers = new LRUCache<string, Breaker>({ max: maxCallers });
  const breakerOf = (caller: string): Breaker => {
    const breaker = breakers.get(caller) ?? new Breaker(name, outage, tell);
    breakers.set(caller, breaker);
    return breaker;
  };
  const unanswered = (why: string): LookupAnswer<V> => ({ known: false, why, ...(held && { held }) });
  const kept = new LRUCache<string, { readonly value: V | undefined }>({ max: entries, ttl: keptMs });
  const running = new Map<string, Promise<LookupAnswer<V>>>();
  const begin = async (key: string, caller: string, question: string): Promise<LookupAnswer<V>> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const value = await breakerOf(caller).call(
        () => abortable(ask(key, timeout), timeout),
        (error) => (error instanceof LookupError && error.refused ? 'there' : 'failing'),
      );
      kept.set(key, { value });
      return { known: true, value };
    } catch (error) {
      return unanswered(timeout.aborted ? `${name} did not answer within ${timeoutMs} ms` : reasonOf(error, name));
    } finally {
      running.delete(question);
    }
  };
  return async (key, signal, caller = '') => {
    const before = kept.get(key);
    if (before) return { known: true, ...before };
    const question = JSON.stringify([caller, key]);
    const answer = running.get(question) ?? begin(key, caller, question);
    running.set(question, answer);
    return abortable(answer, signal).catch(() => unanswered(`${name} did not answer in time`));
  };
}

/** Of other errors only the class is told: their messages may repeat the question. */
function reasonOf(error: unknown, name: string): string {
  if (error instanceof LookupError) return `${name} failed: ${error.message}`;
  if (error instanceof Error && error.message.startsWith(`${name} keeps failing`)) return error.message;
  return `${name} failed (${error instanceof Error ? error.name : typeof error})`;
}
