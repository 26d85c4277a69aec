import { randomUUID } from 'node:crypto';
import type { JobRuns, TakenJob } from '../../job-store.js';
import type { PostgresConnection, Query } from '../connection.js';
import type { MessageQueue } from '../queues.js';
import { type EndedJob, endedColumns, type JobPartsInTransaction } from './ends.js';

interface TakenRow {
  readonly id: string;
  readonly run: string;
  readonly owner: string;
  readonly request: Uint8Array;
  readonly hold: string | null;
  readonly attempts: number;
  readonly queued_as: string;
  readonly turn: string;
}

/** What workers do with jobs. */
export function jobRuns(connection: PostgresConnection, queue: MessageQueue, { credits, announceEnd }: JobPartsInTransaction): JobRuns {
  const { schema, query, transaction } = connection;
  const run = statements(connection);
  return {
    async take(most, leaseMs) {
      await takeBackFromTheDead();
      const messages = await queue.fetch(most);
      if (messages.length === 0) return [];
      const rows = await query<TakenRow>(run.begin, [messages, leaseMs]);
      await queue.done(messages);
      return rows.toSorted((one, other) => Number(one.turn) - Number(other.turn)).map(takenJob);
    },
    async beat({ id, job }, leaseMs) {
      const [row] = await query<{ readonly cancelled: boolean }>(run.beat, [job, id, leaseMs]);
      if (!row) return 'lost';
      return row.cancelled ? 'cancelled' : 'running';
    },
    settle: ({ id, job }, { status, result, credits: spent }) =>
      transaction(async (within) => {
        const [ended] = await within<EndedJob>(run.settle, [job, id, status, result, spent]);
        if (ended) await conclude(within, ended, spent);
        return ended !== undefined;
      }),
    giveBack: ({ id, job }, { afterMs, spendsAttempt }) =>
      transaction(async (within) => {
        const message = randomUUID();
        const [row] = await within<{ readonly turn: string }>(run.giveBack, [job, id, spendsAttempt ? 1 : 0, message]);
        if (row) await queue.send(within, { id: message, turn: Number(row.turn), afterMs });
      }),
    async backlog() {
      const [row] = await query<{ readonly queued: number; readonly running: number; readonly oldest_ms: number | null }>(run.backlog);
      return { queued: row?.queued ?? 0, running: row?.running ?? 0, oldestMs: row?.oldest_ms ?? null };
    },
    async sweep() {
      await takeBackFromTheDead();
      await transaction(async (within) => {
        for (const row of await within<EndedJob>(run.expire)) {
          await queue.remove(within, row.queued_as);
          await conclude(within, row, 0);
        }
      });
      await query(`DELETE FROM ${schema}.job_record WHERE kept <= (SELECT ${connection.now})`);
      await query(`DELETE FROM ${schema}.job_line WHERE turn <= (SELECT begun FROM ${schema}.job_turn)`);
    },
  };

  /** A worker that has stopped to renew its lease has died, which spends an attempt: the document may have been the cause. */
  async function takeBackFromTheDead(): Promise<void> {
    if ((await query(run.anyFallen)).length === 0) return;
    await transaction(async (within) => {
      for (const row of await within<EndedJob>(run.fallen)) await conclude(within, row, 0);
      const again = await within<{ readonly queued_as: string; readonly turn: string }>(run.fallenOnce);
      for (const { queued_as: id, turn } of again) await queue.send(within, { id, turn: Number(turn) });
    });
  }

  async function conclude(within: Query, ended: EndedJob, spent: number): Promise<void> {
    if (ended.hold) await credits.settle(within, ended.hold, spent);
    await announceEnd(within, ended);
  }
}

const takenJob = ({ id, run, owner, request, hold, attempts }: TakenRow): TakenJob => ({
  run: { id: run, job: id },
  owner,
  request,
  hold,
  attemptsLeft: attempts - 1,
});

function statements({ schema, now }: PostgresConnection) {
  const table = `${schema}.job_record`;
  // A job of a batch is kept as long as the batch.
  const ends = `ended = ${now}, kept = CASE WHEN batch IS NULL THEN ${now} + keep END, run = NULL`;
  const fallen = `status = 'running' AND leased < (SELECT ${now})`;
  return {
    begin: `
      WITH begun AS (
        UPDATE ${table} SET status = 'running', run = gen_random_uuid(), runs = runs + 1, leased = ${now} + $2 * interval '1 ms',
               started = coalesce(started, ${now})
         WHERE queued_as = ANY($1::uuid[]) AND status = 'queued' AND expires > ${now}
        RETURNING id, run, owner, request, hold, attempts, queued_as, turn),
      turned AS (UPDATE ${schema}.job_turn t SET begun = greatest(t.begun, b.turn) FROM (SELECT max(turn) AS turn FROM begun) b WHERE b.turn > t.begun)
      SELECT * FROM begun`,
    beat: `
      UPDATE ${table} SET leased = ${now} + $3 * interval '1 ms' WHERE id = $1 AND run = $2 AND status = 'running' RETURNING cancelled`,
    settle: `
      UPDATE ${table} SET status = $3, result = $4, credits = $5, ${ends} WHERE id = $1 AND run = $2 AND status = 'running'
      RETURNING ${endedColumns}`,
    giveBack: `
      UPDATE ${table} SET status = 'queued', run = NULL, attempts = attempts - $3, queued_as = $4 WHERE id = $1 AND run = $2 AND status = 'running'
      RETURNING turn`,
    anyFallen: `SELECT 1 FROM ${table} WHERE ${fallen} LIMIT 1`,
    fallen: `
      UPDATE ${table} SET status = CASE WHEN cancelled THEN 'cancelled' ELSE 'failed' END, credits = 0, ${ends}
       WHERE ${fallen} AND (attempts <= 1 OR cancelled) RETURNING ${endedColumns}`,
    fallenOnce: `
      UPDATE ${table} SET status = 'queued', run = NULL, attempts = attempts - 1, queued_as = gen_random_uuid() WHERE ${fallen}
      RETURNING queued_as, turn`,
    expire: `
      UPDATE ${table} SET status = 'expired', credits = 0, ${ends} WHERE status = 'queued' AND expires <= (SELECT ${now})
      RETURNING ${endedColumns}`,
    backlog: `
      SELECT (SELECT count(*)::int FROM ${table} WHERE status = 'queued') AS queued,
             (SELECT count(*)::int FROM ${table} WHERE status = 'running') AS running,
             (SELECT extract(epoch FROM ${now} - min(created))::float8 * 1000 FROM ${table} WHERE status = 'queued') AS oldest_ms`,
  };
}
