import sql, { join, raw, type Sql } from 'sql-template-tag';
import { waitForIdleLoop } from '../../core/index.js';
import { batchBeginning } from './batch-beginning.js';
import type { BatchJob, BatchProgress, BatchRecord, BatchStore } from './batch-store.js';
import { all, type Database, dateOf, pageOf, type Query, type Time } from './database.js';
import { isUnneeded } from './documents.js';
import type { JobParts } from './job-ends.js';
import { columnsOf, type JobRow, recordOf, shownStatus } from './job-requests.js';
import { type JobStatus, jobStatuses } from './job-store.js';

/** How long what was put down for a batch waits for its beginning. */
const stagedMs = 3_600_000;

/** Jobs that were sent together. */
export function batchStore(database: Database, parts: JobParts): BatchStore & { sweep(): Promise<void> } {
  const { now, ms, slice, query, longQuery, transaction } = database;
  const { job: jobs, batch: table, file: files } = database.tables;
  const { begin, finish, unfinished } = batchBeginning(database, parts);
  const forgetFiles = sql`DELETE FROM ${files} AS f WHERE f.expires <= (SELECT ${now}) AND ${isUnneeded(database, sql`f.id`)}`;
  const find = async (owner: string, id: string): Promise<BatchProgress | undefined> => {
    const [row] = await query<BatchRow>(sql`SELECT ${batchColumns} FROM ${table} WHERE owner = ${owner} AND id = ${id}`);
    const counts = sql`
      SELECT CASE j.status WHEN 'staged' THEN 'queued' ELSE ${shownStatus(database)} END AS status, count(*) AS jobs, sum(j.credits) AS credits FROM ${jobs} AS j WHERE j.batch = ${id} GROUP BY 1`;
    return row && progressOf(row, await longQuery<CountRow>(counts));
  };
  return {
    takeDocument: (batch, owner, document) =>
      transaction((within) => parts.documents.take(within, document, { owner, batch, keepMs: stagedMs })),
    async putJobs(batch, staged) {
      const row = ({ id, priority, file, turn, request, note }: BatchJob): Sql => sql`
        (${batch}, ${id}, ${priority}, ${file}, ${turn}, ${request}, ${note}, '', 'staged', 0, 0, false, ${now}, ${now}, ${now}, ${ms(0)})`;
      await longQuery(sql`
        INSERT INTO ${jobs}(batch, id, priority, file, turn, request, note, owner, status, attempts, runs, cancelled, created, begins, expires, keep)
        VALUES ${join(staged.map(row))}`);
    },
    begin,
    abandon: (batch) => transaction((within) => forgetStaged(within, batch)),
    find,
    async list(owner, { after, limit }) {
      const conditions = all(sql`owner = ${owner}`, after === undefined ? undefined : sql`id < ${after}`);
      const rows = await query<BatchRow>(sql`SELECT ${batchColumns} FROM ${table} WHERE ${conditions} ORDER BY id DESC LIMIT ${limit + 1}`);
      const { page, ...next } = pageOf(rows.map(batchOf), limit);
      return { batches: page, ...next };
    },
    async cancel(owner, id) {
      // One that is cancelled while it begins is first there as a whole.
      await finish(id);
      if (!(await find(owner, id))) return undefined;
      // A process that dies meanwhile has not answered: who asks again has the rest cancelled.
      for (let last: string | undefined = ''; last !== undefined; await waitForIdleLoop()) {
        const after: string = last;
        last = await transaction((within) => cancelSome(within, id, after));
      }
      await transaction(async (within) => {
        // What was given back meanwhile may be before the last.
        await cancelSome(within, id, '');
        await within(sql`UPDATE ${jobs} SET cancelled = true WHERE batch = ${id} AND status = 'running'`);
        await within(sql`DELETE FROM ${files} AS f WHERE f.batch = ${id} AND ${isUnneeded(database, sql`f.id`)}`);
      });
      return find(owner, id);
    },
    remove: (owner, id) =>
      transaction(async (within) => {
        const removed = await within(sql`DELETE FROM ${table} WHERE owner = ${owner} AND id = ${id} AND ended IS NOT NULL RETURNING id`);
        if (removed.length === 1) await within(sql`DELETE FROM ${jobs} WHERE batch = ${id}`);
        return removed.length === 1;
      }),
    async ended(owner, id, { after = '', limit, statuses }) {
      const rows = await longQuery<JobRow>(sql`
        SELECT ${columnsOf(database)}, j.note, j.result FROM ${jobs} AS j JOIN ${table} AS b ON b.id = j.batch
         WHERE b.owner = ${owner} AND j.batch = ${id} AND j.id > ${after} AND j.status ${database.isOneOf(statuses)} ORDER BY j.id LIMIT ${limit}`);
      return rows.map(recordOf);
    },
    async sweep() {
      for (const batch of await unfinished()) await finish(batch);
      await transaction(async (within) => {
        const abandoned = await within<{ readonly batch: string }>(
          sql`SELECT DISTINCT batch FROM ${jobs} WHERE status = 'staged' AND created <= (SELECT ${now}) - ${ms(stagedMs)}`,
        );
        for (const { batch } of abandoned) await forgetStaged(within, batch);
      });
      await longQuery(forgetFiles);
      await transaction(async (within) => {
        const over = await within<{ readonly id: string }>(sql`DELETE FROM ${table} WHERE kept <= (SELECT ${now}) RETURNING id`);
        for (const { id } of over) await within(sql`DELETE FROM ${jobs} WHERE batch = ${id}`);
      });
    },
  };

  /** Ends the next jobs that wait, after one. The last of them; undefined where there are none. */
  async function cancelSome(within: Query, batch: string, after: string): Promise<string | undefined> {
    const next = sql`SELECT id FROM ${jobs} WHERE batch = ${batch} AND id > ${after} AND status = 'queued' ORDER BY id LIMIT ${slice}`;
    const ended = await within<{ readonly id: string; readonly hold: string | null }>(
      sql`UPDATE ${jobs} SET status = 'cancelled', ended = ${now}, credits = 0 WHERE id IN (${next}) AND status = 'queued' RETURNING id, hold`,
    );
    await parts.credits.release(
      within,
      ended.flatMap(({ hold }) => hold ?? []),
    );
    await parts.countEnded(within, batch, ended.length);
    return ended
      .map(({ id }) => id)
      .toSorted()
      .at(-1);
  }

  async function forgetStaged(within: Query, batch: string): Promise<void> {
    const isMissing = sql`NOT EXISTS (SELECT 1 FROM ${table} AS b WHERE b.id = ${batch})`;
    await within(sql`DELETE FROM ${jobs} WHERE batch = ${batch} AND status = 'staged' AND ${isMissing}`);
    await within(sql`DELETE FROM ${files} WHERE batch = ${batch} AND ${isMissing}`);
  }
}

const batchColumns = raw('id, owner, note, jobs, unfinished, created, ended, kept, webhook');

interface BatchRow {
  readonly id: string;
  readonly owner: string;
  readonly note: Uint8Array;
  readonly jobs: number;
  readonly unfinished: number;
  readonly created: Time;
  readonly ended: Time | null;
  readonly kept: Time | null;
  readonly webhook: string | null;
}

interface CountRow {
  readonly status: JobStatus;
  readonly jobs: string | number;
  readonly credits: string | number | null;
}

const batchOf = ({ created, ended, kept, ...row }: BatchRow): BatchRecord => ({
  ...row,
  createdAt: new Date(created),
  endedAt: dateOf(ended),
  keptUntil: dateOf(kept),
});

const progressOf = (row: BatchRow, counted: readonly CountRow[]): BatchProgress => {
  const of = (status: JobStatus): number => Number(counted.find((found) => found.status === status)?.jobs ?? 0);
  return {
    ...batchOf(row),
    counts: Object.fromEntries(jobStatuses.map((status) => [status, of(status)])) as Record<JobStatus, number>,
    credits: counted.reduce((sum, { credits }) => sum + Number(credits ?? 0), 0),
  };
};
