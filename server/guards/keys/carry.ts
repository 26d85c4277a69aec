import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const [ivBytes, tagBytes] = [12, 16];

/**
 * Encrypts the secret that a key's answers are sealed with by the key's new secret, so that a rotation takes them along. The store keeps the
 * result and can open nothing with it.
 */
export function carry(sealingSecret: string, newSecret: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(newSecret), iv, { authTagLength: tagBytes });
  const encrypted = Buffer.concat([cipher.update(sealingSecret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** What the answers of who holds this secret are sealed with: what a rotation took along, else the secret itself. @throws Error when it is another's */
export function sealingSecretOf(secret: string, carried: Uint8Array | null): string {
  if (!carried) return secret;
  const [iv, tag] = [carried.subarray(0, ivBytes), carried.subarray(ivBytes, ivBytes + tagBytes)];
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret), iv, { authTagLength: tagBytes }).setAuthTag(tag);
  return Buffer.concat([decipher.update(carried.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

const wrappingKey = (secret: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'vouch carried secret', 32));
