import sql from 'sql-template-tag';
import { type Database, only, type Time } from './database.js';
import { type EndedJob, endedColumns, type JobParts } from './job-ends.js';
import type { Backlog, ClaimedJob, JobStore } from './job-store.js';

interface ClaimedJobRow {
  readonly id: string;
  readonly run: string;
  readonly owner: string;
  readonly request: Uint8Array;
  readonly hold: string | null;
  /** Runs that may still fail or die, this one included. */
  readonly attempts: number;
  readonly turn: string | number;
}

interface JobBacklogRow {
  readonly queued: string | number;
  readonly running: string | number;
  readonly oldest: Time | null;
  readonly time: Time;
}

/** What workers do with jobs. */
export function jobQueue(
  database: Database,
  { settleEnded, announceReview }: JobParts,
): Pick<JobStore, 'claim' | 'renewLease' | 'end' | 'requeue' | 'backlog' | 'sweep'> {
  const { now, ms, query, transaction, skipLocked } = database;
  const { job: table, jobLine, jobTurn } = database.tables;
  const isWaiting = sql`status = 'queued' AND begins <= (SELECT ${now})`;
  const isAbandoned = sql`status = 'running' AND leased < (SELECT ${now})`;
  // A job of a batch is kept as long as the batch.
  const ends = sql`ended = ${now}, kept = CASE WHEN batch IS NULL THEN ${now} + keep END, run = NULL`;
  return {
    async claim(most, leaseMs) {
      const [is] = await query<{ readonly waiting: unknown; readonly abandoned: unknown }>(sql`
        SELECT EXISTS (SELECT 1 FROM ${table} WHERE ${isWaiting}) AS waiting, EXISTS (SELECT 1 FROM ${table} WHERE ${isAbandoned}) AS abandoned`);
      if (is?.abandoned) await takeBackAbandoned();
      if (!is?.waiting && !is?.abandoned) return [];
      const claimed = await query<ClaimedJobRow>(sql`
        WITH next AS (
          SELECT id FROM ${table} WHERE ${isWaiting} AND expires > (SELECT ${now}) ORDER BY turn, id LIMIT ${most}${skipLocked})
        UPDATE ${table} SET status = 'running', run = gen_random_uuid(), runs = runs + 1, leased = ${now} + ${ms(leaseMs)},
               started = coalesce(started, ${now})
         WHERE id IN (SELECT id FROM next) RETURNING id, run, owner, request, hold, attempts, turn`);
      const rows = claimed.toSorted((one, other) => Number(one.turn) - Number(other.turn) || (one.id < other.id ? -1 : 1));
      const begun = Number(rows.at(-1)?.turn ?? 0);
      if (begun > 0) await query(sql`UPDATE ${jobTurn} SET begun = ${begun} WHERE begun < ${begun}`);
      return rows.map(claimedJob);
    },
    async renewLease({ id, job }, leaseMs) {
      const [row] = await query<{ readonly cancelled: boolean | number }>(sql`
        UPDATE ${table} SET leased = ${now} + ${ms(leaseMs)} WHERE id = ${job} AND run = ${id} AND status = 'running' RETURNING cancelled`);
      if (!row) return 'lost';
      return row.cancelled ? 'cancelled' : 'running';
    },
    end: ({ id, job }, { status, result, credits, review }) =>
      transaction(async (within) => {
        const [ended] = await within<EndedJob>(sql`
          UPDATE ${table} SET status = ${status}, result = ${result}, credits = ${credits}, review = ${review?.state ?? null},
                 rank = ${review?.rank ?? 0}, ${ends}
           WHERE id = ${job} AND run = ${id} AND status = 'running' RETURNING ${endedColumns}`);
        if (ended) await settleEnded(within, ended, credits);
        if (ended && review) await announceReview(within, { ...ended, review: review.state });
        return ended !== undefined;
      }),
    async requeue({ id, job }, { afterMs, spendsAttempt }) {
      await query(sql`
        UPDATE ${table} SET status = 'queued', run = NULL, begins = ${now} + ${ms(Math.ceil(afterMs))}, attempts = attempts - ${spendsAttempt ? 1 : 0}
         WHERE id = ${job} AND run = ${id} AND status = 'running'`);
    },
    async backlog(): Promise<Backlog> {
      const { queued, running, oldest, time } = only(
        await query<JobBacklogRow>(sql`
          SELECT (SELECT count(*) FROM ${table} WHERE status = 'queued') + (SELECT count(*) FROM ${table} WHERE ${isAbandoned}) AS queued,
                 (SELECT count(*) FROM ${table} WHERE status = 'running' AND NOT (${isAbandoned})) AS running,
                 (SELECT min(created) FROM ${table} WHERE status = 'queued' OR ${isAbandoned}) AS oldest, ${now} AS time`),
      );
      const oldestMs = oldest === null ? null : Math.max(0, Number(time) - Number(oldest));
      return { queued: Number(queued), running: Number(running), oldestMs };
    },
    async sweep() {
      await takeBackAbandoned();
      await transaction(async (within) => {
        const expired = await within<EndedJob>(sql`
          UPDATE ${table} SET status = 'expired', credits = 0, ${ends} WHERE status = 'queued' AND expires <= (SELECT ${now})
          RETURNING ${endedColumns}`);
        for (const job of expired) await settleEnded(within, job, 0);
      });
      await query(sql`DELETE FROM ${table} WHERE kept <= (SELECT ${now})`);
      await query(sql`DELETE FROM ${jobLine} WHERE turn <= (SELECT begun FROM ${jobTurn})`);
    },
  };

  /** A worker that no longer renews its lease has died, which spends an attempt: the document may have been the cause. */
  async function takeBackAbandoned(): Promise<void> {
    await transaction(async (within) => {
      const ended = await within<EndedJob>(sql`
        UPDATE ${table} SET status = CASE WHEN cancelled THEN 'cancelled' ELSE 'failed' END, credits = 0, ${ends}
         WHERE ${isAbandoned} AND (attempts <= 1 OR cancelled) RETURNING ${endedColumns}`);
      for (const job of ended) await settleEnded(within, job, 0);
      await within(sql`UPDATE ${table} SET status = 'queued', run = NULL, begins = ${now}, attempts = attempts - 1 WHERE ${isAbandoned}`);
    });
  }
}

const claimedJob = ({ id, run, owner, request, hold, attempts }: ClaimedJobRow): ClaimedJob => ({
  run: { id: run, job: id },
  owner,
  request,
  hold,
  attemptsLeft: attempts - 1,
});
