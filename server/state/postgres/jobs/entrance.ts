import { randomUUID } from 'node:crypto';
import type { JobEntrance, JobRecord, NewJob } from '../../job-store.js';
import { turnOf } from '../../turns.js';
import type { PostgresConnection, Query } from '../connection.js';
import type { MessageQueue } from '../queues.js';
import { type EndedJob, endedColumns, type JobPartsInTransaction } from './ends.js';
import { columns, type JobRow, recordOf } from './rows.js';

/** What callers do with jobs. */
export function jobEntrance(
  connection: PostgresConnection,
  queue: MessageQueue,
  { credits, answers, documents, announceEnd }: JobPartsInTransaction,
): JobEntrance {
  const { query, transaction } = connection;
  const run = statements(connection);
  const find = async (ask: Query, owner: string, id: string): Promise<JobRecord | undefined> => {
    const [row] = await ask<JobRow>(run.find, [owner, id]);
    return row && recordOf(row);
  };
  return {
    enqueue: (job, charge, made) =>
      transaction(async (within) => {
        if (made && !(await answers.isOurs(within, made.claim))) return 'claim lost';
        const leaseMs = job.expiresInMs + holdSlackMs;
        if (charge && !(await credits.reserve(within, { ...charge.hold, leaseMs }, charge.limit))) return 'no credits';
        await documents.take(within, job.document, { keepMs: 0 });
        await add(within, job, charge?.hold.id ?? null);
        if (made) await answers.keep(within, made);
        return 'queued';
      }),
    find: (owner, id) => find(query, owner, id),
    async list(owner, { status, batch, after, limit }) {
      const asked = [owner, status ?? null, after ?? null, limit + 1, batch ?? null];
      const rows = (await query<JobRow>(run.list, asked)).map(recordOf);
      const jobs = rows.slice(0, limit);
      const last = jobs.at(-1);
      return { jobs, ...(rows.length > limit && last && { next: last.id }) };
    },
    cancel: (owner, id) =>
      transaction(async (within) => {
        const [ended] = await within<EndedJob>(run.cancelQueued, [owner, id]);
        if (!ended) await within(run.cancelRunning, [owner, id]);
        else {
          await queue.remove(within, ended.queued_as);
          if (ended.hold) await credits.settle(within, ended.hold, 0);
          await announceEnd(within, ended);
        }
        return find(within, owner, id);
      }),
    async remove(owner, id) {
      return (await query(run.remove, [owner, id])).length === 1;
    },
  };

  async function add(within: Query, job: NewJob, hold: string | null): Promise<void> {
    const { id, owner, priority, request, note, document, attempts, expiresInMs, keepMs, webhook } = job;
    const { line, step } = turnOf(job);
    const [row] = await within<{ readonly turn: string }>(run.line, [line, step]);
    const [turn, message] = [Number(row?.turn), randomUUID()];
    await within(run.add, [id, owner, priority, turn, message, request, note, hold, attempts, expiresInMs, keepMs, webhook, document.id]);
    await queue.send(within, { id: message, turn });
  }
}

/** How much longer than the job its hold lives, so that a run that ends at the last moment is still charged. */
const holdSlackMs = 7_200_000;

/** A job of a batch is kept as long as the batch. */
const jobWithBatch = (schema: string): string => `FROM ${schema}.job_record j LEFT JOIN ${schema}.batch b ON b.id = j.batch`;

const statements = ({ schema, now }: PostgresConnection) => ({
  line: `
    INSERT INTO ${schema}.job_line AS l SELECT $1, begun + $2 FROM ${schema}.job_turn
    ON CONFLICT (name) DO UPDATE SET turn = greatest(l.turn, (SELECT begun FROM ${schema}.job_turn)) + $2
    RETURNING turn`,
  add: `
    INSERT INTO ${schema}.job_record(id, owner, status, priority, turn, queued_as, request, note, hold, attempts, created, expires, keep, webhook, file)
    SELECT $1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, time, time + $10 * interval '1 ms', $11 * interval '1 ms', $12, $13 FROM (SELECT ${now} AS time) AS moment`,
  find: `SELECT ${columns('j')}, j.result, b.kept AS batch_kept ${jobWithBatch(schema)} WHERE j.owner = $1 AND j.id = $2`,
  list: `
    SELECT ${columns('j')}, b.kept AS batch_kept ${jobWithBatch(schema)}
     WHERE j.owner = $1 AND ($2::text IS NULL OR j.status = $2) AND ($3::text IS NULL OR j.id < $3) AND ($5::text IS NULL OR j.batch = $5)
     ORDER BY j.id DESC LIMIT $4`,
  cancelQueued: `
    UPDATE ${schema}.job_record SET status = 'cancelled', ended = ${now}, kept = CASE WHEN batch IS NULL THEN ${now} + keep END, credits = 0
     WHERE owner = $1 AND id = $2 AND status = 'queued' RETURNING ${endedColumns}`,
  cancelRunning: `UPDATE ${schema}.job_record SET cancelled = true WHERE owner = $1 AND id = $2 AND status = 'running'`,
  remove: `DELETE FROM ${schema}.job_record WHERE owner = $1 AND id = $2 AND batch IS NULL AND status NOT IN ('queued', 'running') RETURNING id`,
});
