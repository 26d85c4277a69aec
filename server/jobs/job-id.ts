import { randomBytes } from 'node:crypto';

/** Without I, L, O and U, which are easily misread. Source: Crockford's base 32. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const inDigits = (value: number, count: number): readonly (string | undefined)[] =>
  Array.from({ length: count }, (_, at) => digits[Math.floor(value / 32 ** (count - 1 - at)) % 32]);
const randomDigits = (count: number): readonly (string | undefined)[] => [...randomBytes(count)].map((byte) => digits[byte % 32]);

/** A prefix and a ULID: 10 digits of the time in milliseconds and 16 random ones, so that ids sort by time and cannot be guessed. */
export const newId = (prefix: string): string => `${prefix}_${[...inDigits(Date.now(), 10), ...randomDigits(16)].join('')}`;

export const isId = (prefix: string, text: string): boolean => new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`).test(text);

export const newJobId = (): string => newId('job');
export const newBatchId = (): string => newId('batch');
export const newFileId = (): string => newId('file');

/** The ids of a batch's jobs sort by their lines: the first four of the 16 digits count, the other 12 are random. */
export const jobIdInBatch = (line: number, now: number): string =>
  `job_${[...inDigits(now, 10), ...inDigits(line, 4), ...randomDigits(12)].join('')}`;

export const isFileId = (text: string): boolean => isId('file', text);
