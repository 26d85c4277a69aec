import type { AnswerStore, MadeAnswer } from './answer-store.js';
import type { FileStore } from './document-pieces.js';
import type { BatchStore, JobStore } from './job-store.js';
import type { RunStore } from './run-store.js';
import type { WebhookStore } from './webhook-store.js';

/**
 * The state that outlives a request: keys, rates, quotas and answers. For implementers:
 * - every method can be called from many processes at once on the same state, and each grant is made only once;
 * - the store's own clock decides what has expired and which day it is, so that processes with different clocks agree;
 * - a store that cannot be used rejects, and the server answers 503, never 401 or 200;
 * - `test/server/state/store-contract.ts` is the test suite that every implementation must pass.
 */
export interface Store {
  readonly keys: KeyStore;
  readonly rates: RateStore;
  readonly quotas: QuotaStore;
  readonly answers: AnswerStore;
  /** Work that may take its time. Without it there are no endpoints for jobs. */
  readonly jobs?: JobStore;
  /** Documents that are sent before the batch that names them, and batches. Without both there are no endpoints for either. */
  readonly files?: FileStore;
  readonly batches?: BatchStore;
  /** Answers that people look at. Without it there are no endpoints for them. */
  readonly runs?: RunStore;
  /** Who is told how jobs ended. Without it there are no endpoints for webhooks. */
  readonly webhooks?: WebhookStore;
  /** Resolves when the store can be used. */
  ping(): Promise<void>;
  /** Deletes what has expired: old rates, past days, holds after their lease, old answers, jobs and messages after their time. Any process may call it at any time. */
  sweep(): Promise<void>;
  /** Reports outages of a remote store to the listener until the returned function is called. */
  watch?(listener: (event: StoreEvent) => void): () => void;
  close(): Promise<void>;
}

/** The store became unreachable, came back, or the process continued without it in one part. */
export type StoreEvent =
  | { readonly kind: 'lost'; readonly cause: unknown }
  | { readonly kind: 'found' }
  | { readonly kind: 'fallback'; readonly part: 'rates' | 'keys' | 'quotas' };

/** The stored data of an API key. Its secrets are shown once, when they are made, and never stored. */
export interface KeyRecord extends Grant {
  readonly id: string;
  /** The first 7 characters of the secret, to distinguish keys: 'pk_4fGh'. */
  readonly display: string;
  /** The owner or purpose, as written by the person who made the key. */
  readonly label: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** To within two minutes. Null when it has never been used. */
  readonly lastUsedAt: Date | null;
  /** Earlier secrets that still work, the one that works longest first. */
  readonly formerSecrets: readonly FormerSecret[];
}

/** A secret that a rotation has replaced. */
export interface FormerSecret {
  /** Its first 7 characters. */
  readonly display: string;
  readonly validUntil: Date;
}

/** A secret as it is stored. */
export interface SecretRecord {
  readonly hash: Uint8Array;
  /** Its first 7 characters. */
  readonly display: string;
  /** What a rotation took along of the secret before, encrypted with this one; null for nothing. */
  readonly carried: Uint8Array | null;
}

/** A key by one of its secrets. */
export interface FoundKey extends Pick<SecretRecord, 'hash' | 'carried'> {
  /** Without the other secrets of the key, which no request needs. */
  readonly record: Omit<KeyRecord, 'formerSecrets'>;
  /** Whether it works by the store's clock: the key may have expired, or the secret may have been replaced by a rotation that is over. */
  readonly state: 'valid' | 'expired' | 'replaced';
  /** When this secret ends; null for never. */
  readonly validUntil: Date | null;
}

/** What changes of a key. What is absent stays; a limit of null becomes that of the settings again. */
export interface KeyChanges {
  readonly label?: string;
  readonly scopes?: readonly Scope[];
  readonly limits?: { readonly [Name in keyof CallerLimits]: CallerLimits[Name] | null };
  /** Null for never. */
  readonly expiresAt?: Date | null;
}

export interface KeyStore {
  /** The secret for hashing keys: 32 bytes, created once and then the same for every process. */
  pepper(): Promise<Uint8Array>;
  add(record: KeyRecord, hash: Uint8Array): Promise<void>;
  /** The key of which this is the hash of a secret, unless it is revoked. The stored hash is returned for a comparison in constant time. */
  find(hash: Uint8Array): Promise<FoundKey | undefined>;
  /** The key of an id, also a revoked or expired one; undefined when there is none. */
  read(id: string): Promise<FoundKey['record'] | undefined>;
  /** All keys, including revoked and expired ones, oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /** Ends all secrets of a key. False when no valid key has this id. */
  revoke(id: string): Promise<boolean>;
  /** The changed key; undefined when no key has this id that is not revoked. An expired one can be given a later end. */
  change(id: string, changes: KeyChanges): Promise<KeyRecord | undefined>;
  /** Gives a key a new secret. Those before it work for `overlapMs` more at the longest. Undefined when no valid key has this id. */
  rotate(id: string, secret: SecretRecord, overlapMs: number): Promise<KeyRecord | undefined>;
  /** Notes that a key is used now. It may leave out what was noted less than a minute ago, and reject rather than wait. */
  touch(id: string): Promise<void>;
}

/** How often one client may call: once every `everyMs` on average, and up to `slackMs` ahead of that pace. */
export interface Pace {
  readonly everyMs: number;
  readonly slackMs: number;
}

export interface RateStore {
  /** True when the client may call now. A refused call changes nothing. Source: the generic cell rate algorithm (GCRA). */
  take(client: string, pace: Pace): Promise<boolean>;
}

/** A reservation of credits for work whose price is not known yet. */
export interface Hold {
  /** Unique for each request; a repeated id means the same hold, not a second one. */
  readonly id: string;
  readonly client: string;
  readonly credits: number;
  /** An unsettled hold is released after this time, because its process must have died. */
  readonly leaseMs: number;
}

export interface Allowance {
  /** Credits of the day that are neither used nor held. */
  readonly left: number;
  /** The time until 00:00 UTC by the store's clock. */
  readonly resetsInMs: number;
}

export interface QuotaStore {
  /** What a client has left today. */
  allowance(client: string, limit: number): Promise<Allowance>;
  /** Reserves all the credits if the day's limit allows it, or none. A hold belongs to the day on which it was made. */
  reserve(hold: Hold, limit: number): Promise<Allowance & { readonly granted: boolean }>;
  /**
   * Ends a hold and charges the real cost; 0 releases everything. An unknown id, or one charged before, charges nothing. An answer that was made for the
   * credits is kept in the same transaction, as by `AnswerStore.keep`.
   */
  charge(id: string, credits: number, made?: MadeAnswer): Promise<void>;
}

/** The store cannot be used now. The message says why and never contains a password or a value. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** What callers may be allowed to do. Each scope opens a group of endpoints; `admin` opens none yet. */
export const scopes = ['extract', 'jobs', 'review', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** The scopes of a caller for whom none are named: everything that is done with documents. */
export const defaultScopes: readonly Scope[] = ['extract', 'jobs', 'review'];

/** How much one caller may use. Absent = as the server's settings say; 0 = no limit. Days are UTC. */
export interface CallerLimits {
  /** Requests a second, beside the limit of its address. */
  readonly rate?: number;
  /** Whole credits a day. */
  readonly dailyCredits?: number;
  /** Whole tokens of providers a day, input and output together. */
  readonly dailyTokens?: number;
  /** What providers may cost a day, in major units of the currency of the prices: '2.50'. At most six decimals. */
  readonly dailyCost?: string;
}

/** What a caller may do, and how much of it. */
export interface Grant {
  readonly scopes: readonly Scope[];
  readonly limits: CallerLimits;
}

/** Scopes as the stores keep them: names with spaces between. Names that this version does not know are left out. */
export const scopesIn = (text: string): readonly Scope[] => scopes.filter((scope) => text.split(' ').includes(scope));

/** Why this cannot be a grant, as a sentence without its values; undefined where it can. For values that no compiler has checked. */
export function faultOfGrant({ scopes: named, limits }: Partial<Grant>): string | undefined {
  if (named !== undefined && !(Array.isArray(named) && named.length > 0 && named.every((scope) => scopes.includes(scope))))
    return `scopes must be one or more of ${scopes.join(', ')}`;
  return limits === undefined ? undefined : faultOfLimits(limits);
}

function faultOfLimits(limits: CallerLimits): string | undefined {
  const unknown = Object.keys(limits).find((name) => !Object.hasOwn(allowed, name));
  if (unknown !== undefined) return `limits may have ${Object.keys(allowed).join(', ')} and nothing else`;
  const wrong = Object.entries(allowed).find(([name, { fits }]) => {
    const value: unknown = limits[name as keyof CallerLimits];
    return value !== undefined && !fits(value);
  });
  return wrong && `${wrong[0]} must be ${wrong[1].text}`;
}

const whole = (most: number) => ({
  text: `a whole number from 0 to ${most}`,
  fits: (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most,
});

const allowed: Readonly<Record<keyof CallerLimits, { readonly text: string; fits(value: unknown): boolean }>> = {
  rate: {
    text: 'a number from 0.001 to 10000, or 0',
    fits: (value) => typeof value === 'number' && (value === 0 || (value >= 0.001 && value <= 10_000)),
  },
  dailyCredits: whole(2_000_000_000),
  dailyTokens: whole(2_000_000_000),
  dailyCost: {
    text: 'an amount such as "2.50", at most 1000000000 with at most six decimals',
    fits: (value) => typeof value === 'string' && /^\d{1,9}(\.\d{1,6})?$|^1000000000$/.test(value),
  },
};
