import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { requiredCallerOf, secretOf } from '../../guards/callers/caller.js';
import { fromStore } from '../../guards/from-store.js';
import type { KeyStore } from '../../state/store.js';

/**
 * What one caller can keep where others look. Names and seals are made from its secret, such as the API key itself, which is stored nowhere: who
 * has the store has neither answers nor hashes of documents, and what one caller keeps no other finds.
 */
export interface SealedStore {
  /** A name for these parts, the same each time. */
  name(...parts: readonly (string | Uint8Array)[]): string;
  /** Encrypts a text; it opens under this name only. */
  seal(text: string, name: string): Uint8Array;
  /** @throws Error when it was not sealed so. */
  open(sealed: Uint8Array, name: string): string;
}

const [ivBytes, tagBytes] = [12, 16];

/**
 * The sealed store of who sends this request. Where a host has named no secret of the caller, one is derived from the pepper and its id: others
 * still find nothing, but whoever has the whole store can open it.
 */
export async function sealedStoreOf(request: FastifyRequest, keys: Pick<KeyStore, 'pepper'>): Promise<SealedStore> {
  const secret = secretOf(request);
  if (secret !== undefined) return sealedStoreFor(secret);
  const { kind, id } = requiredCallerOf(request);
  const pepper = await fromStore(keys.pepper());
  return sealedStoreFor(createHmac('sha256', pepper).update(`sealed store of ${kind}:${id}`).digest());
}

export function sealedStoreFor(secret: string | Uint8Array): SealedStore {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'vouch answers', 64));
  const [naming, sealing] = [derived.subarray(0, 32), derived.subarray(32)];
  return {
    name(...parts) {
      const hash = createHmac('sha256', naming);
      // With its length before it, a part cannot pass for two.
      for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
      return hash.digest('hex');
    },
    seal(text, name) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(name));
      const secret = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), secret]);
    },
    open(sealed, name) {
      const [iv, tag, secret] = [
        sealed.subarray(0, ivBytes),
        sealed.subarray(ivBytes, ivBytes + tagBytes),
        sealed.subarray(ivBytes + tagBytes),
      ];
      const decipher = createDecipheriv('aes-256-gcm', sealing, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(name)).setAuthTag(tag);
      return Buffer.concat([decipher.update(secret), decipher.final()]).toString('utf8');
    },
  };
}
