import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * What the holder of one API key can keep where others look. Names and seals are made from the key itself, which is stored nowhere: who has the
 * store has neither answers nor hashes of documents, and what one key keeps no other key finds.
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

export function sealedStoreFor(apiKey: string): SealedStore {
  const derived = Buffer.from(hkdfSync('sha256', apiKey, '', 'vouch answers', 64));
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
