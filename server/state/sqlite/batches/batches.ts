import type { DatabaseSync } from 'node:sqlite';
import type { BatchJob, BatchProgress, BatchRecord, BatchStore, NewBatch } from '../../../jobs/batches/batch-store.js';
import { type JobPriority, type JobStatus, jobPriorities, jobStatuses } from '../../../jobs/job-store.js';
import { lineOf } from '../../../jobs/turns.js';
import type { JobPartsWithin } from '../jobs/ends.js';
import { bytesOf, dateOf, recordOf, type SqliteJobRow } from '../jobs/rows.js';
import type { SqliteConnection } from '../migrate.js';

/** How long what was put down for a batch waits for its beginning. */
const stagedMs = 3_600_000;
/** How much longer than a job its hold lives, as for jobs of their own. */
const holdSlackMs = 7_200_000;

/** Jobs that were sent together. */
export function sqliteBatches(
  { database, write }: SqliteConnection,
  { credits, answers, documents, batchEnds: ends }: Omit<JobPartsWithin, 'announceEnd'>,
): BatchStore & { sweep(): void } {
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
    async begin(batch, charge, made) {
      return write((time) => {
        if (made && !answers.isOurs(made.claim)) return 'claim lost';
        if (run.fileless.get({ $batch: batch.id })) return 'no file';
        const jobs = Number(run.stagedCount.get({ $batch: batch.id })?.['jobs']);
        const leaseMs = batch.expiresInMs + holdSlackMs;
        const ids = (): Iterable<SqliteJobRow> => run.stagedIds.iterate({ $batch: batch.id });
        if (charge && !credits.reserveEach({ ...charge, credits: jobs, leaseMs }, ids(), time)) return 'no credits';
        begin(batch, jobs, { time, isCharged: charge !== undefined });
        if (made) answers.keep(made, time);
        return 'queued';
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
      return write((time) => {
        if (!run.find.get({ $owner: owner, $id: id })) return undefined;
        const ended = run.cancelQueued.all({ $batch: id, $now: time });
        for (const { hold } of ended) if (typeof hold === 'string') credits.settle(hold, 0);
        run.cancelRunning.run({ $batch: id });
        ends.endMany(id, ended.length, time);
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

  function begin(
    { id, owner, note, keepMs, expiresInMs, attempts, webhook }: NewBatch,
    jobs: number,
    { time, isCharged }: BeginningTerms,
  ): void {
    for (const priority of jobPriorities) {
      const step = run.turns.get({ $batch: id, $priority: priority })?.['turns'];
      if (step === null || step === undefined) continue;
      const last = Number(run.line.get({ $name: lineOf(owner, priority), $step: step })?.['turn']);
      const terms = { $owner: owner, $expires: time + expiresInMs, $keep: keepMs, $attempts: attempts, $isCharged: isCharged ? 1 : 0 };
      run.begin.run({ ...terms, $batch: id, $priority: priority, $before: last - Number(step), $now: time });
    }
    run.add.run({ $id: id, $owner: owner, $note: note, $jobs: jobs, $now: time, $keep: keepMs, $webhook: webhook });
    run.beginFiles.run({ $batch: id, $now: time });
  }

  function forgetStaged(batch: string): void {
    run.forgetStaged.run({ $batch: batch });
    run.forgetStagedFiles.run({ $batch: batch });
  }
}

interface BeginningTerms {
  readonly time: number;
  readonly isCharged: boolean;
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
  fileless: database.prepare(
    "SELECT 1 FROM job WHERE batch = $batch AND status = 'staged' AND NOT EXISTS (SELECT 1 FROM file WHERE file.id = job.file) LIMIT 1",
  ),
  stagedCount: database.prepare("SELECT count(*) AS jobs FROM job WHERE batch = $batch AND status = 'staged'"),
  stagedIds: database.prepare("SELECT id FROM job WHERE batch = $batch AND status = 'staged' ORDER BY id"),
  turns: database.prepare("SELECT max(turn) AS turns FROM job WHERE batch = $batch AND status = 'staged' AND priority = $priority"),
  line: database.prepare(`
    INSERT INTO job_line SELECT $name, begun + $step FROM job_turn WHERE true
    ON CONFLICT(name) DO UPDATE SET turn = max(turn, (SELECT begun FROM job_turn)) + $step
    RETURNING turn`),
  begin: database.prepare(`
    UPDATE job SET status = 'queued', owner = $owner, turn = turn + $before, hold = iif($isCharged, id, NULL), attempts = $attempts, created = $now,
           begins = $now, expires = $expires, keep = $keep
     WHERE batch = $batch AND status = 'staged' AND priority = $priority`),
  add: database.prepare('INSERT INTO batch VALUES ($id, $owner, $note, $jobs, $jobs, $now, NULL, $keep, NULL, $webhook)'),
  beginFiles: database.prepare('UPDATE file SET expires = $now WHERE batch = $batch'),
  forgetStaged: database.prepare("DELETE FROM job WHERE batch = $batch AND status = 'staged'"),
  forgetStagedFiles: database.prepare('DELETE FROM file WHERE batch = $batch AND NOT EXISTS (SELECT 1 FROM batch WHERE batch.id = $batch)'),
  find: database.prepare('SELECT * FROM batch WHERE owner = $owner AND id = $id'),
  counts: database.prepare('SELECT status, count(*) AS jobs, sum(credits) AS credits FROM job WHERE batch = $batch GROUP BY status'),
  list: database.prepare('SELECT * FROM batch WHERE owner = $owner AND ($after IS NULL OR id < $after) ORDER BY id DESC LIMIT $limit'),
  cancelQueued: database.prepare(
    "UPDATE job SET status = 'cancelled', ended = $now, credits = 0 WHERE batch = $batch AND status = 'queued' RETURNING hold",
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
