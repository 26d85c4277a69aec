import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { looksLikeKey } from '../guards/keys/format.js';

/** The caller's own id of a request where it is fit for headers and logs, and nothing that should be in neither; else a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) && !looksLikeKey(given) ? given : randomUUID();
}
