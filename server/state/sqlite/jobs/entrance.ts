import type { DatabaseSync } from 'node:sqlite';
import type { JobEntrance, NewJob } from '../../job-store.js';
import { turnOf } from '../../turns.js';
import type { SqliteConnection } from '../migrate.js';
import type { JobPartsWithin } from './ends.js';
import { recordOf } from './rows.js';

/** What callers do with jobs. */
export function jobEntrance(
  { database, write }: SqliteConnection,
  { credits, answers, documents, announceEnd }: JobPartsWithin,
): JobEntrance {
  const run = statements(database);
  const find = (owner: string, id: string) => {
    const row = run.find.get({ $owner: owner, $id: id });
    return row && recordOf(row);
  };
  return {
    async enqueue(job, charge, made) {
      return write((now) => {
        if (made && !answers.isOurs(made.claim)) return 'claim lost';
        const leaseMs = job.expiresInMs + holdSlackMs;
        if (charge && !credits.reserve({ ...charge.hold, leaseMs }, charge.limit, now)) return 'no credits';
        documents.take(job.document, { keepMs: 0 }, now);
        add(job, charge?.hold.id ?? null, now);
        if (made) answers.keep(made, now);
        return 'queued';
      });
    },
    async find(owner, id) {
      return find(owner, id);
    },
    async list(owner, { status, batch, after, limit }) {
      const asked = { $owner: owner, $status: status ?? null, $batch: batch ?? null, $after: after ?? null, $limit: limit + 1 };
      const rows = run.list.all(asked).map(recordOf);
      const jobs = rows.slice(0, limit);
      const last = jobs.at(-1);
      return { jobs, ...(rows.length > limit && last && { next: last.id }) };
    },
    async cancel(owner, id) {
      return write((now) => {
        const ended = run.cancelQueued.get({ $owner: owner, $id: id, $now: now });
        if (ended) {
          if (typeof ended['hold'] === 'string') credits.settle(ended['hold'], 0);
          announceEnd(ended, now);
        } else run.cancelRunning.run({ $owner: owner, $id: id });
        return find(owner, id);
      });
    },
    async remove(owner, id) {
      return write(() => run.remove.run({ $owner: owner, $id: id }).changes === 1);
    },
  };

  function add(job: NewJob, hold: string | null, now: number): void {
    const { line, step } = turnOf(job);
    const turn = Number(run.line.get({ $name: line, $step: step })?.['turn']);
    const times = { $created: now, $expires: now + job.expiresInMs, $keep: job.keepMs };
    const { id, owner, priority, request, note, attempts, webhook } = job;
    run.add.run({
      ...times,
      $id: id,
      $owner: owner,
      $priority: priority,
      $turn: turn,
      $request: request,
      $note: note,
      $hold: hold,
      $attempts: attempts,
      $webhook: webhook,
      $file: job.document.id,
    });
  }
}

/** How much longer than the job its hold lives, so that a run that ends at the last moment is still charged. */
const holdSlackMs = 7_200_000;

/** A job of a batch is kept as long as the batch. */
const jobWithBatch = 'SELECT job.*, b.kept AS batch_kept FROM job LEFT JOIN batch b ON b.id = job.batch';

const statements = (database: DatabaseSync) => ({
  line: database.prepare(`
    INSERT INTO job_line SELECT $name, begun + $step FROM job_turn WHERE true
    ON CONFLICT(name) DO UPDATE SET turn = max(turn, (SELECT begun FROM job_turn)) + $step
    RETURNING turn`),
  add: database.prepare(`
    INSERT INTO job(id, owner, status, priority, turn, request, note, hold, attempts, runs, cancelled, created, begins, expires, keep, webhook, file)
    VALUES ($id, $owner, 'queued', $priority, $turn, $request, $note, $hold, $attempts, 0, 0, $created, $created, $expires, $keep, $webhook, $file)`),
  find: database.prepare(`${jobWithBatch} WHERE job.owner = $owner AND job.id = $id`),
  list: database.prepare(`
    ${jobWithBatch}
     WHERE job.owner = $owner AND ($status IS NULL OR status = $status) AND ($batch IS NULL OR batch = $batch) AND ($after IS NULL OR job.id < $after)
     ORDER BY job.id DESC LIMIT $limit`),
  cancelQueued: database.prepare(`
    UPDATE job SET status = 'cancelled', ended = $now, kept = iif(batch IS NULL, $now + keep, NULL), credits = 0
     WHERE owner = $owner AND id = $id AND status = 'queued' RETURNING id, owner, status, webhook, hold, batch, file`),
  cancelRunning: database.prepare("UPDATE job SET cancelled = 1 WHERE owner = $owner AND id = $id AND status = 'running'"),
  remove: database.prepare("DELETE FROM job WHERE owner = $owner AND id = $id AND batch IS NULL AND status NOT IN ('queued', 'running')"),
});
