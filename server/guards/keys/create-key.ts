import { randomBytes } from 'node:crypto';
import type { KeyRecord, KeyStore } from '../../state/store.js';
import { generateKey, hashKey } from './format.js';

export interface KeyOrder {
  /** Its owner or purpose. */
  readonly label: string;
  /** The key never expires when absent. */
  readonly expiresAt?: Date;
}

/** Makes a key and stores only its hash, so the returned key cannot be shown again. */
export async function createKey(keys: KeyStore, order: KeyOrder): Promise<{ readonly key: string; readonly record: KeyRecord }> {
  const key = generateKey();
  const record: KeyRecord = {
    id: randomBytes(6).toString('hex'),
    display: key.slice(0, 7),
    label: order.label,
    createdAt: new Date(),
    expiresAt: order.expiresAt ?? null,
    revokedAt: null,
  };
  await keys.add(record, hashKey(key, await keys.pepper()));
  return { key, record };
}
