import type { Answer } from './call.js';

/** What a server under load may say: the answer, or when to come back. */
export const expected = ({ status, retryAfter }: Answer): boolean => status === 200 || ((status === 429 || status === 503) && retryAfter);

export const unanswered = ({ status }: Answer): boolean => status === 0;
