import type { JobPriority, JobRecord, JobStatus } from '../../../jobs/job-store.js';

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
  readonly runs: number;
  readonly credits: number | null;
  readonly result: Uint8Array | null;
}

/** What a caller sees of a job. A list leaves the result out. */
export const columns = 'id, owner, status, priority, note, webhook, created, started, ended, kept, runs, credits';

export const recordOf = ({ created, started, ended, kept, ...row }: JobRow): JobRecord => ({
  ...row,
  result: row.result ?? null,
  createdAt: created,
  startedAt: started,
  endedAt: ended,
  keptUntil: kept,
});
