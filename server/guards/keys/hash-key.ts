import { createHmac } from 'node:crypto';

/** What is stored of a key. A plain keyed hash is enough: a key has 256 random bits, so there is nothing to guess slowly. */
export const hashKey = (key: string, pepper: Uint8Array): Uint8Array => createHmac('sha256', pepper).update(key).digest();
