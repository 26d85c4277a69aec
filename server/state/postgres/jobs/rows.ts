import type { JobPriority, JobRecord, JobStatus } from '../../job-store.js';

/** A row of `job_record` as the driver reads it. */
export interface JobRow {
  readonly id: string;
  readonly owner: string;
  readonly status: JobStatus;
  readonly priority: JobPriority;
  readonly note: Uint8Array;
  readonly webhook: string | null;
  readonly created: Date;
  readonly started: Date | null;
  readonly ended: Date | null;
  readonly kept: Date | null;
  readonly batch: string | null;
  /** When the batch is forgotten, with which a job of it is. */
  readonly batch_kept?: Date | null;
  readonly runs: number;
  readonly credits: number | null;
  readonly result: Uint8Array | null;
}

/** What a caller sees of a job of this alias. A list leaves the result out. */
export const columns = (job: string): string => names.map((name) => `${job}.${name}`).join(', ');

const names = ['id', 'owner', 'status', 'priority', 'note', 'webhook', 'created', 'started', 'ended', 'kept', 'batch', 'runs', 'credits'];

export const recordOf = ({ created, started, ended, kept, batch_kept, ...row }: JobRow): JobRecord => ({
  ...row,
  result: row.result ?? null,
  createdAt: created,
  startedAt: started,
  endedAt: ended,
  keptUntil: kept ?? batch_kept ?? null,
});
