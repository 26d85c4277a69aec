import type { SQLOutputValue } from 'node:sqlite';
import type { JobPriority, JobRecord, JobStatus } from '../../job-store.js';

export type SqliteJobRow = Readonly<Record<string, SQLOutputValue>>;

/** A job as the caller sees it. */
export const recordOf = (row: SqliteJobRow): JobRecord => ({
  id: String(row['id']),
  owner: String(row['owner']),
  status: String(row['status']) as JobStatus,
  priority: String(row['priority']) as JobPriority,
  note: bytesOf(row['note']) ?? new Uint8Array(),
  webhook: typeof row['webhook'] === 'string' ? row['webhook'] : null,
  createdAt: new Date(Number(row['created'])),
  startedAt: dateOf(row['started']),
  endedAt: dateOf(row['ended']),
  keptUntil: dateOf(row['kept'] ?? row['batch_kept']),
  batch: typeof row['batch'] === 'string' ? row['batch'] : null,
  runs: Number(row['runs']),
  credits: row['credits'] === null ? null : Number(row['credits']),
  result: bytesOf(row['result']) ?? null,
});

export const bytesOf = (value: SQLOutputValue | undefined): Uint8Array | undefined => (value instanceof Uint8Array ? value : undefined);

export const dateOf = (value: SQLOutputValue | undefined): Date | null => (typeof value === 'number' ? new Date(value) : null);
