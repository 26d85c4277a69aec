import sql, { type Sql } from 'sql-template-tag';
import { all, type Database, dateOf, only, pageOf, type Query, type Time } from './database.js';
import { type EndedJob, endedColumns, type JobParts } from './job-ends.js';
import type { JobPriority, JobRecord, JobStatus, JobStore, NewJob, SurveyedJob } from './job-store.js';
import { type Turn, turnOf } from './turns.js';

/** How much longer than the job its hold lives, so that a run that ends at the last moment is still charged. */
export const holdSlackMs = 7_200_000;

/** What callers and operators do with jobs. */
export function jobRequests(
  database: Database,
  { credits, answers, documents, settleEnded }: JobParts,
): Pick<JobStore, 'enqueue' | 'find' | 'list' | 'cancel' | 'remove' | 'survey' | 'retry'> {
  const { now, ms, query, transaction, forUpdate } = database;
  const { job: table, jobTurn, batch: batches, file } = database.tables;
  // A job of a batch is kept as long as the batch.
  const jobs = sql`${table} AS j LEFT JOIN ${batches} AS b ON b.id = j.batch`;
  const [columns, shown] = [columnsOf(database), shownStatus(database)];
  const find = async (ask: Query, owner: string, id: string): Promise<JobRecord | undefined> =>
    (await ask<JobRow>(sql`SELECT ${columns}, j.note, j.result FROM ${jobs} WHERE j.owner = ${owner} AND j.id = ${id}`)).map(recordOf)[0];
  const survey = async (ask: Query, limit: number, ...conditions: readonly (Sql | undefined)[]): Promise<readonly SurveyedJobRow[]> =>
    ask(sql`
      SELECT ${columns}, j.expires, EXISTS (SELECT 1 FROM ${file} AS f WHERE f.id = j.file) AS has_document
        FROM ${jobs} WHERE ${all(sql`j.status <> 'staged'`, ...conditions)} ORDER BY j.id DESC LIMIT ${limit}`);
  return {
    enqueue: (job, charge, made) =>
      transaction(async (within) => {
        if (made && !(await answers.isOurs(within, made.claim))) return 'claim lost';
        const leaseMs = job.expiresInMs + holdSlackMs;
        if (charge && !(await credits.reserve(within, { ...charge.hold, leaseMs }, charge.limit))) return 'no credits';
        await documents.take(within, job.document, { owner: job.owner, keepMs: 0 });
        await add(within, job, charge?.hold.id ?? null);
        if (made) await answers.keep(within, made);
        return 'queued';
      }),
    find: (owner, id) => find(query, owner, id),
    async list(owner, { status, batch, after, limit }) {
      const conditions = all(
        sql`j.owner = ${owner}`,
        status && sql`${shown} = ${status}`,
        batch === undefined ? undefined : sql`j.batch = ${batch}`,
        after === undefined ? undefined : sql`j.id < ${after}`,
      );
      const rows = await query<JobRow>(
        sql`SELECT ${columns}, j.note FROM ${jobs} WHERE ${conditions} ORDER BY j.id DESC LIMIT ${limit + 1}`,
      );
      const { page, ...next } = pageOf(rows.map(recordOf), limit);
      return { jobs: page, ...next };
    },
    cancel: (owner, id) =>
      transaction(async (within) => {
        const [ended] = await within<EndedJob>(sql`
          UPDATE ${table} SET status = 'cancelled', ended = ${now}, kept = CASE WHEN batch IS NULL THEN ${now} + keep END, credits = 0
           WHERE owner = ${owner} AND id = ${id} AND status = 'queued' RETURNING ${endedColumns}`);
        if (ended) await settleEnded(within, ended, 0);
        else await within(sql`UPDATE ${table} SET cancelled = true WHERE owner = ${owner} AND id = ${id} AND status = 'running'`);
        return find(within, owner, id);
      }),
    async remove(owner, id) {
      const removed = await query(sql`
        DELETE FROM ${table} WHERE owner = ${owner} AND id = ${id} AND batch IS NULL AND status NOT IN ('queued', 'running') RETURNING id`);
      return removed.length === 1;
    },
    async survey({ id, status, owner, batch, limit }) {
      const rows = await survey(
        query,
        limit,
        id === undefined ? undefined : sql`j.id = ${id}`,
        status && sql`${shown} = ${status}`,
        owner === undefined ? undefined : sql`j.owner = ${owner}`,
        batch === undefined ? undefined : sql`j.batch = ${batch}`,
      );
      return rows.map(surveyedJob);
    },
    retry: (id, { attempts, expiresInMs }) =>
      transaction(async (within) => {
        await within(sql`SELECT id FROM ${table} WHERE id = ${id}${forUpdate}`);
        const [job] = await survey(within, 1, sql`j.id = ${id}`);
        if (!job) return 'unknown';
        if (job.status !== 'failed') return 'not failed';
        if (!job.has_document) return 'no document';
        await within(sql`
          UPDATE ${table} SET status = 'queued', run = NULL, attempts = ${attempts}, cancelled = false, hold = NULL, begins = ${now},
                 expires = ${now} + ${ms(expiresInMs)}, ended = NULL, kept = NULL, credits = NULL, result = NULL,
                 turn = (SELECT begun FROM ${jobTurn})
           WHERE id = ${id}`);
        if (job.batch !== null)
          await within(sql`UPDATE ${batches} SET unfinished = unfinished + 1, ended = NULL, kept = NULL WHERE id = ${job.batch}`);
        return 'queued';
      }),
  };

  async function add(within: Query, job: NewJob, hold: string | null): Promise<void> {
    const { id, owner, priority, request, note, attempts, expiresInMs, keepMs, webhook, document } = job;
    const turn = await nextTurn(database, within, turnOf(job));
    await within(sql`
      INSERT INTO ${table}(id, owner, status, priority, turn, request, note, hold, attempts, runs, cancelled, created, begins, expires, keep, webhook, file)
      SELECT ${id}, ${owner}, 'queued', ${priority}, ${turn}, ${request}, ${note}, ${hold}, ${attempts}, 0, false, time, time,
             time + ${ms(expiresInMs)}, ${ms(keepMs)}, ${webhook}, ${document.id} FROM (SELECT ${now} AS time) AS moment`);
  }
}

/** Moves a line on by a step. The number of turn to which it has come. */
export async function nextTurn({ tables: { jobLine, jobTurn } }: Database, query: Query, { line, step }: Turn): Promise<number> {
  const moved = await query<{ readonly turn: string | number }>(sql`
    INSERT INTO ${jobLine} AS l SELECT ${line}, begun + CAST(${step} AS bigint) FROM ${jobTurn} WHERE true
    ON CONFLICT (name) DO UPDATE SET turn = greatest(l.turn, (SELECT begun FROM ${jobTurn})) + CAST(${step} AS bigint)
    RETURNING turn`);
  return Number(only(moved).turn);
}

/** How a job stands for whoever asks: what a worker ran that has died waits, until the next free worker takes it back. */
export const shownStatus = ({ now }: Database): Sql => sql`
  CASE WHEN j.status = 'running' AND j.leased < (SELECT ${now}) THEN 'queued' ELSE j.status END`;

/** What is read of each job, named `j`, whose batch is named `b`. */
export const columnsOf = (database: Database): Sql => sql`
  j.id, j.owner, ${shownStatus(database)} AS status, j.priority, j.webhook, j.created, j.started, j.ended, coalesce(j.kept, b.kept) AS kept,
  j.batch, j.runs, j.credits`;

export interface JobRow {
  readonly id: string;
  readonly owner: string;
  readonly status: JobStatus;
  readonly priority: JobPriority;
  readonly webhook: string | null;
  readonly created: Time;
  readonly started: Time | null;
  readonly ended: Time | null;
  readonly kept: Time | null;
  readonly batch: string | null;
  readonly runs: number;
  readonly credits: number | null;
  /** Absent where nobody asks for them. */
  readonly note?: Uint8Array;
  readonly result?: Uint8Array | null;
}

export const recordOf = (row: JobRow): JobRecord => ({
  id: row.id,
  owner: row.owner,
  status: row.status,
  priority: row.priority,
  note: row.note ?? new Uint8Array(),
  webhook: row.webhook,
  createdAt: new Date(row.created),
  startedAt: dateOf(row.started),
  endedAt: dateOf(row.ended),
  keptUntil: dateOf(row.kept),
  batch: row.batch,
  runs: row.runs,
  credits: row.credits,
  result: row.result ?? null,
});

interface SurveyedJobRow extends JobRow {
  readonly expires: Time;
  readonly has_document: boolean | number;
}

const surveyedJob = (row: SurveyedJobRow): SurveyedJob => {
  const { note: _, result: __, ...job } = recordOf(row);
  return { ...job, expiresAt: new Date(row.expires), hasDocument: Boolean(row.has_document) };
};
