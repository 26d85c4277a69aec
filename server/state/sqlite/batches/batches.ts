import type { DatabaseSync } from 'node:sqlite';
import { waitForIdleLoop } from '../../../../core/index.js';
import type { BatchJob, BatchProgress, BatchRecord, BatchStore } from '../../batch-store.js';
import { type JobPriority, type JobStatus, jobStatuses } from '../../job-store.js';
import type { JobPartsWithin } from '../jobs/ends.js';
import { bytesOf, dateOf, recordOf, type SqliteJobRow } from '../jobs/rows.js';
import type { SqliteConnection } from '../migrate.js';

/** How long what was put down for a batch waits for its beginning. */
const stagedMs = 3_600_000;

/** Jobs in one transaction, so that others have their turn. */
const atOnce = 500;

/** Jobs that were sent together, but for their beginning. */
export function sqliteBatches(
  { database, write }: SqliteConnection,
  { credits, documents, batchEnds: ends }: Pick<JobPartsWithin, 'credits' | 'documents' | 'batchEnds'>,
): Omit<BatchStore, 'begin'> & { sweep(): void } {
  const run = statements(database);
  const find = (owner: string, id: string): BatchProgress | undefined => {
    const row = run.find.get({ $owner: owner, $id: id });
    return row && progressOf(row, run.counts.all({ $batch: id }));
  };
  return {
    async takeDocument(batch, document) {
      write((time) => documents.take(document, { batch, keepMs: stagedMs }, time));
    },
    async putJobs(batch, jobs) {
      write((time) => {
        for (const job of jobs) run.putJob.run(stagedRow(batch, job, time));
      });
    },
    async abandon(batch) {
      write(() => forgetStaged(batch));
    },
    async find(owner, id) {
      return find(owner, id);
    },
    async list(owner, { after, limit }) {
      const rows = run.list.all({ $owner: owner, $after: after ?? null, $limit: limit + 1 }).map(batchOf);
      const batches = rows.slice(0, limit);
      const last = batches.at(-1);
      return { batches, ...(rows.length > limit && last && { next: last.id }) };
    },
    async cancel(owner, id) {
      if (!find(owner, id)) return undefined;
      // A process that dies meanwhile has not answered: who asks again has the rest cancelled.
      for (let last: string | undefined = ''; last !== undefined; await waitForIdleLoop()) {
        const after: string = last;
        last = write((time) => cancelSome(id, after, time));
      }
      return write((time) => {
        // What was given back meanwhile may be before the last.
        cancelSome(id, '', time);
        run.cancelRunning.run({ $batch: id });
        run.forgetFiles.run({ $now: time });
        return find(owner, id);
      });
    },
    async remove(owner, id) {
      return write(() => {
        const isRemoved = run.remove.run({ $owner: owner, $id: id }).changes === 1;
        if (isRemoved) run.removeJobs.run({ $batch: id });
        return isRemoved;
      });
    },
    async ended(owner, id, { after, limit, statuses }) {
      const asked = { $owner: owner, $batch: id, $after: after ?? '', $limit: limit, $statuses: JSON.stringify(statuses) };
      return run.ended.all(asked).map(recordOf);
    },
    sweep() {
      write((time) => {
        for (const { batch } of run.abandoned.all({ $before: time - stagedMs })) forgetStaged(String(batch));
        run.forgetFiles.run({ $now: time });
        for (const { id } of run.over.all({ $now: time })) run.removeJobs.run({ $batch: String(id) });
        run.forget.run({ $now: time });
      });
    },
  };

  /** Ends the next jobs that wait, after one. The last of them; undefined where there are none. */
  function cancelSome(batch: string, after: string, time: number): string | undefined {
    const ended = run.cancelQueued.all({ $batch: batch, $after: after, $now: time, $most: atOnce });
    for (const { hold } of ended) if (typeof hold === 'string') credits.settle(hold, 0);
    ends.endMany(batch, ended.length, time);
    return ended
      .map(({ id }) => String(id))
      .toSorted()
      .at(-1);
  }

  function forgetStaged(batch: string): void {
    run.forgetStaged.run({ $batch: batch });
    run.forgetStagedFiles.run({ $batch: batch });
  }
}

const stagedRow = (batch: string, { id, priority, request, note, file, turn }: BatchJob, time: number) => ({
  $id: id,
  $priority: priority satisfies JobPriority,
  $turn: turn,
  $request: request,
  $note: note,
  $now: time,
  $batch: batch,
  $file: file,
});

const batchOf = (row: SqliteJobRow): BatchRecord => ({
  id: String(row['id']),
  owner: String(row['owner']),
  note: bytesOf(row['note']) ?? new Uint8Array(),
  createdAt: new Date(Number(row['created'])),
  endedAt: dateOf(row['ended']),
  keptUntil: dateOf(row['kept']),
  jobs: Number(row['jobs']),
  unfinished: Number(row['unfinished']),
  webhook: typeof row['webhook'] === 'string' ? row['webhook'] : null,
});

const progressOf = (row: SqliteJobRow, counted: readonly SqliteJobRow[]): BatchProgress => {
  const of = (status: JobStatus): number => Number(counted.find((found) => found['status'] === status)?.['jobs'] ?? 0);
  return {
    ...batchOf(row),
    counts: Object.fromEntries(jobStatuses.map((status) => [status, of(status)])) as Record<JobStatus, number>,
    credits: counted.reduce((sum, { credits }) => sum + Number(credits ?? 0), 0),
  };
};

const statements = (database: DatabaseSync) => ({
  putJob: database.prepare(`
    INSERT INTO job(id, owner, status, priority, turn, request, note, attempts, runs, cancelled, created, begins, expires, keep, batch, file)
    VALUES ($id, '', 'staged', $priority, $turn, $request, $note, 0, 0, 0, $now, $now, $now, 0, $batch, $file)`),
  forgetStaged: database.prepare(
    "DELETE FROM job WHERE batch = $batch AND status = 'staged' AND NOT EXISTS (SELECT 1 FROM batch WHERE batch.id = $batch)",
  ),
  forgetStagedFiles: database.prepare('DELETE FROM file WHERE batch = $batch AND NOT EXISTS (SELECT 1 FROM batch WHERE batch.id = $batch)'),
  find: database.prepare('SELECT * FROM batch WHERE owner = $owner AND id = $id'),
  counts: database.prepare(
    "SELECT iif(status = 'staged', 'queued', status) AS status, count(*) AS jobs, sum(credits) AS credits FROM job WHERE batch = $batch GROUP BY 1",
  ),
  list: database.prepare('SELECT * FROM batch WHERE owner = $owner AND ($after IS NULL OR id < $after) ORDER BY id DESC LIMIT $limit'),
  cancelQueued: database.prepare(
    `UPDATE job SET status = 'cancelled', ended = $now, credits = 0
      WHERE id IN (SELECT id FROM job WHERE batch = $batch AND id > $after AND status = 'queued' ORDER BY id LIMIT $most) RETURNING id, hold`,
  ),
  cancelRunning: database.prepare("UPDATE job SET cancelled = 1 WHERE batch = $batch AND status = 'running'"),
  forgetFiles: database.prepare(`
    DELETE FROM file WHERE expires <= $now
       AND NOT EXISTS (SELECT 1 FROM job WHERE job.file = file.id AND status IN ('staged', 'queued', 'running'))`),
  remove: database.prepare('DELETE FROM batch WHERE owner = $owner AND id = $id AND ended IS NOT NULL'),
  removeJobs: database.prepare('DELETE FROM job WHERE batch = $batch'),
  ended: database.prepare(`
    SELECT job.*, batch.kept AS batch_kept FROM job JOIN batch ON batch.id = job.batch
     WHERE batch.owner = $owner AND job.batch = $batch AND job.id > $after AND job.status IN (SELECT value FROM json_each($statuses))
     ORDER BY job.id LIMIT $limit`),
  abandoned: database.prepare("SELECT DISTINCT batch FROM job WHERE status = 'staged' AND created <= $before"),
  over: database.prepare('SELECT id FROM batch WHERE kept <= $now'),
  forget: database.prepare('DELETE FROM batch WHERE kept <= $now'),
});
