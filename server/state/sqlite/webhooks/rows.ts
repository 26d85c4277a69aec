import type { SQLOutputValue } from 'node:sqlite';
import type { AttemptRecord, EndpointRecord, EventRecord, EventType, MessageRecord, MessageStatus } from '../../webhook-store.js';

export type WebhookRow = Readonly<Record<string, SQLOutputValue>>;

export const endpointOf = (row: WebhookRow): EndpointRecord => ({
  id: String(row['id']),
  owner: String(row['owner']),
  events: String(row['events']).split(' ') as EventType[],
  sealed: row['sealed'] instanceof Uint8Array ? row['sealed'] : new Uint8Array(),
  createdAt: new Date(Number(row['created'])),
  failingSince: dateOf(row['failing']),
  disabledAt: dateOf(row['disabled']),
  disabledWhy: row['why'] === null ? null : String(row['why']),
});

export const eventOf = (row: WebhookRow): EventRecord => ({
  id: String(row['id']),
  type: String(row['type']) as EventType,
  about: String(row['about']),
  createdAt: new Date(Number(row['created'])),
});

export const messageOf = (row: WebhookRow, attempts: MessageRecord['attempts']): MessageRecord => ({
  ...eventOf(row),
  status: String(row['status']) as MessageStatus,
  dueAt: dateOf(row['due']),
  attempts,
});

export const attemptOf = (row: WebhookRow): AttemptRecord & { readonly at: Date } => ({
  at: new Date(Number(row['at'])),
  status: row['status'] === null ? null : Number(row['status']),
  ms: Number(row['ms']),
  error: row['error'] === null ? null : String(row['error']),
});

const dateOf = (value: SQLOutputValue | undefined): Date | null => (typeof value === 'number' ? new Date(value) : null);
