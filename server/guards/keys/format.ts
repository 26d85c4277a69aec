import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;

/** A new key: `pk_`, 43 random base62 characters (256 bits) and 6 of their checksum. */
export function generateKey(): string {
  const secret = Array.from({ length: secretLength }, () => digits.charAt(randomInt(digits.length))).join('');
  return `pk_${secret}${checksum(`pk_${secret}`)}`;
}

/** What any key looks like, one from the environment included: `pk_` and 16 to 200 letters, digits, `_` or `-`. */
export const looksLikeKey = (text: string): boolean => /^pk_[A-Za-z0-9_-]{16,200}$/.test(text);

/** True for a key that `generateKey` can have made. The checksum is a filter that saves a look-up, never the proof. */
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

/** What is stored of a key. A plain keyed hash is enough: a key has 256 random bits, so there is nothing to guess slowly. */
export const hashKey = (key: string, pepper: Uint8Array): Uint8Array => createHmac('sha256', pepper).update(key).digest();
