/**
 * Where the doors keep what must outlive a request: keys, rates and quotas. For implementers:
 * - every method is safe to call from many processes at once on the same state; what is granted is granted once;
 * - the store's own clock decides what is expired and which day it is, so that processes with different clocks agree;
 * - a store that cannot be used rejects; the door answers 503, never 401 and never 200;
 * - `test/server/state/store-contract.ts` is the suite that every implementation passes.
 */
export interface Store {
  readonly keys: KeyStore;
  readonly rates: RateStore;
  readonly quotas: QuotaStore;
  readonly answers: AnswerStore;
  /** Resolves when the store can be used. */
  ping(): Promise<void>;
  /** Forgets what has expired: old rates, past days, holds whose lease ran out, answers of yesterday. Any process may call it at any time. */
  sweep(): Promise<void>;
  /** Tells of what happens between the process and a store that it can lose sight of, until the returned function is called. */
  watch?(listener: (event: StoreEvent) => void): () => void;
  close(): Promise<void>;
}

/** The store was lost, or found again; or the process went on without it in one part: to be counted. */
export type StoreEvent =
  | { readonly kind: 'lost'; readonly cause: unknown }
  | { readonly kind: 'found' }
  | { readonly kind: 'fallback'; readonly part: 'rates' | 'keys' | 'quotas' };

/** What is known of an API key. The key itself is shown once, when it is made, and kept nowhere. */
export interface KeyRecord {
  readonly id: string;
  /** The first 7 characters of the key, to tell keys apart: 'pk_4fGh'. */
  readonly display: string;
  /** Whose it is, in the words of whoever made it. */
  readonly label: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface KeyStore {
  /** The secret under which keys are hashed: 32 bytes, made once and the same for every process ever after. */
  pepper(): Promise<Uint8Array>;
  add(record: KeyRecord, hash: Uint8Array): Promise<void>;
  /** The key with this hash, unless it is revoked or expired. The stored hash comes along, to be compared in constant time. */
  find(hash: Uint8Array): Promise<{ readonly record: KeyRecord; readonly hash: Uint8Array } | undefined>;
  /** All of them, the revoked and expired ones too, oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /** False when no live key has this id. */
  revoke(id: string): Promise<boolean>;
}

/** How fast one client may call: once every `everyMs` in the long run, and up to `slackMs` ahead of that pace. */
export interface Pace {
  readonly everyMs: number;
  readonly slackMs: number;
}

export interface RateStore {
  /** True when the client may call now. A refused call changes nothing. Source: the generic cell rate algorithm (GCRA). */
  take(client: string, pace: Pace): Promise<boolean>;
}

/** Credits set aside before the work whose price is not known yet. */
export interface Hold {
  /** Unique for each request; a repeated id is the same hold, not a second one. */
  readonly id: string;
  readonly client: string;
  readonly credits: number;
  /** After this long an unsettled hold is given back: its process is gone. */
  readonly leaseMs: number;
}

export interface Allowance {
  /** Credits of the day that are neither used nor held. */
  readonly left: number;
  /** Until the next day begins, 00:00 UTC by the store's clock. */
  readonly resetsInMs: number;
}

export interface QuotaStore {
  /** What a client still has today. */
  allowance(client: string, limit: number): Promise<Allowance>;
  /** Sets credits aside if the day's limit allows it, all or nothing. A hold belongs to the day it was made on. */
  reserve(hold: Hold, limit: number): Promise<Allowance & { readonly granted: boolean }>;
  /** Ends a hold and charges what the work did cost; 0 gives everything back. An unknown or settled id charges nothing. */
  settle(id: string, credits: number): Promise<void>;
}

/** Who does the work for a request that must be done once. */
export interface AnswerClaim {
  /** By which the request is known. */
  readonly name: string;
  /** Of this attempt alone. */
  readonly owner: string;
  /** By which the same request is told from another one under the same name. */
  readonly request: string;
}

/** What becomes of a claim: it is granted; another attempt has it; another request has it; or the answer is there. */
export type ClaimFound = { readonly kind: 'yours' | 'running' | 'other' } | { readonly kind: 'kept'; readonly answer: Uint8Array };

/** Answers of a day, each sealed by who asked: the store cannot read them. */
export interface AnswerStore {
  /** Claims a name for a while; of many at once one gets it. */
  claim(claim: AnswerClaim, leaseMs: number): Promise<ClaimFound>;
  /** Keeps the answer of a claim that is still its owner's; of any other, nothing. */
  keep(claim: AnswerClaim, answer: Uint8Array, keepMs: number): Promise<void>;
  /** Gives a name back whose work came to nothing. */
  release(claim: AnswerClaim): Promise<void>;
}

/** The store cannot be used now; the message says why and never holds a password or a value. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
