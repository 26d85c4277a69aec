import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const [ivBytes, tagBytes] = [12, 16];

/** Encrypts with AES-256-GCM under a key of 32 bytes; it opens under this name only. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, name: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const secret = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), secret]);
}

/** @throws Error when it was not sealed so. */
export function openSealed(key: Uint8Array, sealed: Uint8Array, name: string): Buffer {
  const [iv, tag, secret] = [
    sealed.subarray(0, ivBytes),
    sealed.subarray(ivBytes, ivBytes + tagBytes),
    sealed.subarray(ivBytes + tagBytes),
  ];
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(name)).setAuthTag(tag);
  return Buffer.concat([decipher.update(secret), decipher.final()]);
}
