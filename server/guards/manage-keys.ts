import { randomBytes, timingSafeEqual } from 'node:crypto';
import { InputError } from '../../core/index.js';
import {
  type CallerLimits,
  defaultScopes,
  faultOfGrant,
  type Grant,
  type KeyChanges,
  type KeyRecord,
  type KeyStore,
  type Scope,
} from '../state/store.js';
import { carry, generateKey, hashKey, looksLikeKey, sealingSecretOf } from './key-secret.js';

export interface KeyOrder {
  /** Its owner or purpose. */
  readonly label: string;
  /** The key never expires when absent. */
  readonly expiresAt?: Date;
  /** `extract`, `jobs` and `review` when absent. */
  readonly scopes?: readonly Scope[];
  /** Those of the settings when absent. */
  readonly limits?: CallerLimits;
}

export interface RotationOrder {
  /** For how long the secret before still works, in ms. 24 hours when absent; 0 ends it at once. */
  readonly overlapMs?: number;
  /** The secret before, if its holder rotates: then the new one finds the answers that were kept for an `Idempotency-Key`. */
  readonly from?: string;
}

/** A key that was just made or rotated. Only its hash is stored, so `key` cannot be shown again. */
export interface FreshKey {
  readonly key: string;
  readonly record: KeyRecord;
}

const dayMs = 86_400_000;
const longestOverlapDays = 90;

/** Makes a key. @throws InputError when its scopes, limits or end cannot be used */
export async function createKey(keys: KeyStore, { label, expiresAt, scopes = defaultScopes, limits = {} }: KeyOrder): Promise<FreshKey> {
  check({ scopes, limits }, expiresAt);
  const key = generateKey();
  const record: KeyRecord = {
    id: randomBytes(6).toString('hex'),
    display: displayOf(key),
    label,
    scopes,
    limits,
    createdAt: new Date(),
    expiresAt: expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    formerSecrets: [],
  };
  await keys.add(record, hashKey(key, await keys.pepper()));
  return { key, record };
}

/** All keys without their secrets, including revoked and expired ones, oldest first. */
export const listKeys = (keys: KeyStore): Promise<readonly KeyRecord[]> => keys.list();

/** One key without its secrets, also a revoked or expired one; undefined when there is none with this id. */
export const showKey = async (keys: KeyStore, id: string): Promise<KeyRecord | undefined> =>
  (await keys.list()).find((record) => record.id === id);

/**
 * Changes a key; undefined when none has this id that is not revoked. An expired key works again when it is given a later end.
 * @throws InputError when the changes cannot be used
 */
export async function changeKey(keys: KeyStore, id: string, changes: KeyChanges): Promise<KeyRecord | undefined> {
  const set = Object.entries(changes.limits ?? {}).filter(([, value]) => value !== null);
  check({ ...(changes.scopes && { scopes: changes.scopes }), limits: Object.fromEntries(set) }, changes.expiresAt);
  return keys.change(id, changes);
}

/**
 * Gives a key a new secret, with the same id, scopes, limits and counts. The secret before works until the overlap ends, and any older one no
 * longer than it. Undefined when no valid key has this id.
 * @throws InputError when the overlap is not one, or `from` is no valid secret of this key
 */
export async function rotateKey(
  keys: KeyStore,
  id: string,
  { overlapMs = dayMs, from }: RotationOrder = {},
): Promise<FreshKey | undefined> {
  if (!(Number.isInteger(overlapMs) && overlapMs >= 0 && overlapMs <= longestOverlapDays * dayMs))
    throw new InputError(`The overlap must be a whole number of milliseconds, at most ${longestOverlapDays} days`);
  const key = generateKey();
  const carried = from === undefined ? null : carry(await sealingSecret(keys, id, from), key);
  const record = await keys.rotate(id, { hash: hashKey(key, await keys.pepper()), display: displayOf(key), carried }, overlapMs);
  return record && { key, record };
}

/** Ends a key with all its secrets at once. False when no valid key has this id. */
export const revokeKey = (keys: KeyStore, id: string): Promise<boolean> => keys.revoke(id);

/** The id of a key by one of its secrets, also an ended one; undefined when it is none, or the key is revoked. */
export async function idOfKey(keys: KeyStore, secret: string): Promise<string | undefined> {
  if (!looksLikeKey(secret)) return undefined;
  const hash = hashKey(secret, await keys.pepper());
  const found = await keys.find(hash);
  return found && timingSafeEqual(found.hash, hash) ? found.record.id : undefined;
}

const displayOf = (key: string): string => key.slice(0, 7);

function check(grant: Partial<Grant>, expiresAt: Date | null | undefined): void {
  const fault = faultOfGrant(grant);
  if (fault !== undefined) throw new InputError(`The key cannot be made so: ${fault}`);
  if (expiresAt && Number.isNaN(expiresAt.getTime())) throw new InputError('The key cannot be made so: its end is no date');
}

async function sealingSecret(keys: KeyStore, id: string, secret: string): Promise<string> {
  const found = await keys.find(hashKey(secret, await keys.pepper()));
  if (found?.record.id !== id || found.state !== 'valid') throw new InputError('The secret to rotate from is no valid secret of this key');
  return sealingSecretOf(secret, found.carried);
}
