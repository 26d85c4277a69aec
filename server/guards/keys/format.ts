import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

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
