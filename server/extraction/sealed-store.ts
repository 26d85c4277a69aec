import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ownerOf, requiredCallerOf, secretOf } from '../guards/caller.js';
import { fromStore } from '../http/refusal.js';
import type { SentUpload } from '../http/upload/read-upload.js';
import { openSealed, type Recipient, recipientOf, sealBytes } from '../state/sealing.js';
import type { KeyStore } from '../state/store.js';

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

/**
 * The sealed store of who sends this request. Where a host has named no secret of the caller, one is derived from the pepper and its id: others
 * still find nothing, but whoever has the whole store can open it.
 */
export const sealedStoreOf = async (request: FastifyRequest, keys: Pick<KeyStore, 'pepper'>): Promise<SealedStore> =>
  sealedStoreFor(await sealingSecretOf(request, keys));

/** The secret from which everything is sealed that is kept for who sends this request. Callers to whom their host gives one secret share nothing. */
export async function sealingSecretOf(request: FastifyRequest, keys: Pick<KeyStore, 'pepper'>): Promise<string | Uint8Array> {
  const secret = secretOf(request);
  const caller = requiredCallerOf(request);
  if (secret !== undefined && caller.kind === 'key') return secret;
  const source = secret ?? (await fromStore(keys.pepper()));
  return createHmac('sha256', source)
    .update(`sealed store of ${ownerOf(caller)}`)
    .digest();
}

/** The recipient that everything kept for the sender of this request is sealed for. */
export const recipientFor = async (request: FastifyRequest, keys: Pick<KeyStore, 'pepper'>): Promise<Recipient> =>
  recipientOf(await sealingSecretOf(request, keys));

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
    seal: (text, name) => sealBytes(sealing, Buffer.from(text), name),
    open: (sealed, name) => openSealed(sealing, sealed, name).toString('utf8'),
  };
}

/** One name for all that the answer to an upload depends on. The file's name is no part of it. */
export const contentName = (store: SealedStore, { file, ...options }: SentUpload): string =>
  store.name('content', file.bytes, JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))));
