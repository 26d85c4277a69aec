import type { LoadAnswer } from './call.js';

/** What a server under load may say: the answer, or when to come back. */
export const expected = ({ status, retryAfter }: LoadAnswer): boolean =>
  status === 200 || ((status === 429 || status === 503) && retryAfter);

export const unanswered = ({ status }: LoadAnswer): boolean => status === 0;
