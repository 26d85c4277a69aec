import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JobRuns, TakenJob } from '../../job-store.js';
import type { SqliteConnection } from '../migrate.js';
import type { JobPartsWithin } from './ends.js';
import { bytesOf, type SqliteJobRow } from './rows.js';

/** What workers do with jobs. */
export function jobRuns(
  { database, now, write }: SqliteConnection,
  { credits, announceEnd }: JobPartsWithin,
): Omit<JobRuns, 'sweep'> & { sweep(): void } {
  const run = statements(database);
  return {
    async take(most, leaseMs) {
      if (run.any.get({ $now: now() }) === undefined) return [];
      return write((time) => {
        takeBackFromTheDead(time);
        return run.next.all({ $now: time, $most: most }).map((row) => begin(row, time, leaseMs));
      });
    },
    async beat({ id, job }, leaseMs) {
      return write((time) => {
        const row = run.beat.get({ $run: id, $job: job, $until: time + leaseMs });
        if (!row) return 'lost';
        return row['cancelled'] === 1 ? 'cancelled' : 'running';
      });
    },
    async settle({ id, job }, { status, result, credits: spent }) {
      return write((time) => {
        const ended = run.settle.get({ $run: id, $job: job, $status: status, $result: result, $credits: spent, $now: time });
        if (!ended) return false;
        conclude(ended, spent, time);
        return true;
      });
    },
    async giveBack({ id, job }, { afterMs, spendsAttempt }) {
      write((time) => run.giveBack.run({ $run: id, $job: job, $begins: Math.ceil(time + afterMs), $spent: spendsAttempt ? 1 : 0 }));
    },
    async backlog() {
      const { queued, running, oldest } = run.backlog.get() ?? {};
      return {
        queued: Number(queued),
        running: Number(running),
        oldestMs: typeof oldest === 'number' ? Math.max(0, now() - oldest) : null,
      };
    },
    sweep() {
      write((time) => {
        takeBackFromTheDead(time);
        for (const row of run.expire.all({ $now: time })) conclude(row, 0, time);
        run.forget.run({ $now: time });
        run.forgetLines.run();
      });
    },
  };

  function begin(row: SqliteJobRow, time: number, leaseMs: number): TakenJob {
    const [job, id] = [String(row['id']), randomUUID()];
    run.begin.run({ $job: job, $run: id, $now: time, $until: time + leaseMs });
    run.turn.run({ $turn: row['turn'] ?? 0 });
    return {
      run: { id, job },
      owner: String(row['owner']),
      request: bytesOf(row['request']) ?? new Uint8Array(),
      hold: typeof row['hold'] === 'string' ? row['hold'] : null,
      attemptsLeft: Number(row['attempts']) - 1,
    };
  }

  /** A worker that has stopped to renew its lease has died, which spends an attempt: the document may have been the cause. */
  function takeBackFromTheDead(time: number): void {
    for (const row of run.fallen.all({ $now: time })) conclude(row, 0, time);
    run.fallenOnce.run({ $now: time });
  }

  function conclude(ended: SqliteJobRow, spent: number, time: number): void {
    if (typeof ended['hold'] === 'string') credits.settle(ended['hold'], spent);
    announceEnd(ended, time);
  }
}

/** What is known of a job that has just ended. */
const ended = 'id, owner, status, webhook, hold, batch, file';

/** A job of a batch is kept as long as the batch. */
const ends = 'ended = $now, kept = iif(batch IS NULL, $now + keep, NULL), run = NULL';

const statements = (database: DatabaseSync) => ({
  any: database.prepare(
    "SELECT 1 FROM job WHERE status = 'queued' AND begins <= $now UNION ALL SELECT 1 FROM job WHERE status = 'running' AND leased < $now LIMIT 1",
  ),
  next: database.prepare(`
    SELECT id, owner, turn, request, hold, attempts FROM job WHERE status = 'queued' AND begins <= $now AND expires > $now ORDER BY turn, id LIMIT $most`),
  begin: database.prepare(
    "UPDATE job SET status = 'running', run = $run, runs = runs + 1, leased = $until, started = coalesce(started, $now) WHERE id = $job",
  ),
  turn: database.prepare('UPDATE job_turn SET begun = max(begun, $turn)'),
  beat: database.prepare("UPDATE job SET leased = $until WHERE id = $job AND run = $run AND status = 'running' RETURNING cancelled"),
  settle: database.prepare(`
    UPDATE job SET status = $status, result = $result, credits = $credits, ${ends} WHERE id = $job AND run = $run AND status = 'running'
    RETURNING ${ended}`),
  giveBack: database.prepare(`
    UPDATE job SET status = 'queued', run = NULL, begins = $begins, attempts = attempts - $spent WHERE id = $job AND run = $run AND status = 'running'`),
  fallen: database.prepare(`
    UPDATE job SET status = CASE cancelled WHEN 1 THEN 'cancelled' ELSE 'failed' END, credits = 0, ${ends}
     WHERE status = 'running' AND leased < $now AND (attempts <= 1 OR cancelled = 1) RETURNING ${ended}`),
  fallenOnce: database.prepare(
    "UPDATE job SET status = 'queued', run = NULL, begins = $now, attempts = attempts - 1 WHERE status = 'running' AND leased < $now",
  ),
  expire: database.prepare(
    `UPDATE job SET status = 'expired', credits = 0, ${ends} WHERE status = 'queued' AND expires <= $now RETURNING ${ended}`,
  ),
  forget: database.prepare('DELETE FROM job WHERE kept <= $now'),
  forgetLines: database.prepare('DELETE FROM job_line WHERE turn <= (SELECT begun FROM job_turn)'),
  backlog: database.prepare(`
    SELECT (SELECT count(*) FROM job WHERE status = 'queued') AS queued, (SELECT count(*) FROM job WHERE status = 'running') AS running,
           (SELECT min(created) FROM job WHERE status = 'queued') AS oldest`),
});
