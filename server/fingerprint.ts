import { createHmac, randomBytes } from 'node:crypto';

const salt = randomBytes(32);

/** A word by which a log can tell things apart without saying what they are: 12 hex digits, keyed by a secret that dies with the process. */
export const fingerprint = (data: string | Uint8Array): string => createHmac('sha256', salt).update(data).digest('hex').slice(0, 12);
