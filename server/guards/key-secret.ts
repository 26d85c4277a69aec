import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { openSealed, sealBytes } from '../state/sealing.js';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;

/** A new key: `pk_`, 43 random base62 characters (256 bits) and a checksum of 6 characters. */
export function generateKey(): string {
  const secret = Array.from({ length: secretLength }, () => digits.charAt(randomInt(digits.length))).join('');
  return `pk_${secret}${checksum(`pk_${secret}`)}`;
}

/** True for the form of any key, including those from the environment: `pk_` and 16 to 200 letters, digits, `_` or `-`. */
export const looksLikeKey = (text: string): boolean => /^pk_[A-Za-z0-9_-]{16,200}$/.test(text);

/** True for a key that `generateKey` can have made. The checksum only saves a query; it proves nothing. */
export const hasChecksum = (key: string): boolean =>
  /^pk_[A-Za-z0-9]{49}$/.test(key) && key.endsWith(checksum(key.slice(0, -checksumLength)));

/** CRC-32 in base62, as wide as its largest value. */
function checksum(text: string): string {
  let rest = crc32(text);
  let result = '';
  for (let place = 0; place < checksumLength; place += 1) {
    result = digits.charAt(rest % digits.length) + result;
    rest = Math.floor(rest / digits.length);
  }
  return result;
}

/** The stored form of a key. A fast keyed hash is enough, because 256 random bits cannot be guessed. */
export const hashKey = (key: string, pepper: Uint8Array): Uint8Array => createHmac('sha256', pepper).update(key).digest();

/**
 * The id of a key that the host lists: 'listed-4f0c…'. It is made of the key alone, so that no other key ever has it, wherever each stands in
 * the list, and what it owns is its own on every server and at every start.
 */
export const listedIdOf = (key: string): string =>
  `listed-${Buffer.from(hkdfSync('sha256', key, '', 'vouch id of a listed key', listedIdBytes)).toString('hex')}`;

/** As many as the ids of other keys have. */
const listedIdBytes = 6;

/**
 * Encrypts the secret that a key's answers are sealed with by the key's new secret, so that a rotation takes them along. The store keeps the
 * result and can open nothing with it.
 */
export const carry = (sealingSecret: string, newSecret: string): Uint8Array =>
  sealBytes(wrappingKey(newSecret), Buffer.from(sealingSecret), '');

/** What the answers of who holds this secret are sealed with: what a rotation took along, else the secret itself. @throws Error when it is another's */
export const sealingSecretOf = (secret: string, carried: Uint8Array | null): string =>
  carried ? openSealed(wrappingKey(secret), carried, '').toString('utf8') : secret;

const wrappingKey = (secret: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'vouch carried secret', 32));
