import { createHmac, hkdfSync } from 'node:crypto';
import type { KeyStore } from '../../state/store.js';

/**
 * The key with which documents are sealed until a worker reads them: 32 bytes, the same for every server and worker. It is made from the operator's
 * secret, or, without one, from the pepper, which is in the store itself: whoever has the whole store can then open documents that wait.
 */
export async function workersKey(secret: string | undefined, keys: Pick<KeyStore, 'pepper'>): Promise<Uint8Array> {
  const source =
    secret ??
    createHmac('sha256', await keys.pepper())
      .update('vouch jobs')
      .digest();
  return Buffer.from(hkdfSync('sha256', source, '', 'vouch jobs of workers', 32));
}
