import { randomBytes } from 'node:crypto';

/** Without I, L, O and U, which are easily misread. Source: Crockford's base 32. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A prefix and a ULID: 10 digits of the time in milliseconds and 16 random ones, so that ids sort by time and cannot be guessed. */
export function newId(prefix: string, now: number = Date.now()): string {
  const time = Array.from({ length: 10 }, (_, at) => digits[Math.floor(now / 32 ** (9 - at)) % 32]);
  const random = [...randomBytes(16)].map((byte) => digits[byte % 32]);
  return `${prefix}_${[...time, ...random].join('')}`;
}

export const isId = (prefix: string, text: string): boolean => new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`).test(text);

export const newJobId = (now?: number): string => newId('job', now);
export const isJobId = (text: string): boolean => isId('job', text);
