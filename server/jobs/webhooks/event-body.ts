import type { EventRecord } from './webhook-store.js';

/**
 * What is sent: what happened, and to what. It is thin, so that whoever reads it learns nothing of a document: the receiver asks for the rest with its
 * key. The same event has the same bytes at each attempt.
 */
export function eventBody({ type, about, createdAt }: EventRecord): string {
  const [kind, what] = type.split('.');
  const data = kind === 'webhook' ? { id: about } : { id: about, status: what };
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}
