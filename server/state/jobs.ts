import sql, { raw, type Sql } from 'sql-template-tag';
import type { AnswersWithin } from './answers.js';
import { all, type Database, only, pageOf, type Query, recordOf, type Time, withLarge } from './database.js';
import { type DocumentsWithin, isUnneeded } from './documents.js';
import {
  type Backlog,
  type ClaimedJob,
  type JobRecord,
  type JobStore,
  type NewJob,
  type NewReview,
  type SurveyedJob,
  type Turn,
  turnOf,
} from './job-store.js';
import type { CreditsWithin } from './quotas.js';
import { type EventType, messageIdOf } from './webhook-store.js';
import type { AnnounceWithin } from './webhooks.js';

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
  const select = (owner: string, id: string) => (result: Sql) =>
    sql`SELECT ${columns}, j.note, ${result} FROM ${jobs} WHERE j.owner = ${owner} AND j.id = ${id}`;
  const survey = async (ask: Query, limit: number, ...conditions: readonly (Sql | undefined)[]): Promise<readonly SurveyedJob[]> => {
    const rows = await ask<SurveyedJob>(sql`
      SELECT ${columns}, j.expires AS "expiresAt", EXISTS (SELECT 1 FROM ${file} AS f WHERE f.id = j.file) AS "hasDocument"
        FROM ${jobs} WHERE ${all(sql`j.status <> 'staged'`, ...conditions)} ORDER BY j.id DESC LIMIT ${limit}`);
    return rows.map((row) => ({ ...recordOf(row), hasDocument: Boolean(row.hasDocument) }));
  };
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
    find: async (owner, id) => (await withLarge<JobRecord>(database, resultOfJob, select(owner, id))).map(recordOf)[0],
    async list(owner, { status, batch, after, limit }) {
      const conditions = all(
        sql`j.owner = ${owner}`,
        status && sql`${shown} = ${status}`,
        batch === undefined ? undefined : sql`j.batch = ${batch}`,
        after === undefined ? undefined : sql`j.id < ${after}`,
      );
      const rows = await query<JobRecord>(
        sql`SELECT ${columns}, j.note, NULL AS result FROM ${jobs} WHERE ${conditions} ORDER BY j.id DESC LIMIT ${limit + 1}`,
      );
      return pageOf('jobs', rows.map(recordOf), limit);
    },
    cancel: (owner, id) =>
      transaction(async (within) => {
        const [ended] = await within<EndedJob>(sql`
          UPDATE ${table} SET status = 'cancelled', ended = ${now}, kept = CASE WHEN batch IS NULL THEN ${now} + keep END, credits = 0
           WHERE owner = ${owner} AND id = ${id} AND status = 'queued' RETURNING ${endedColumns}`);
        if (ended) await settleEnded(within, ended, 0);
        else await within(sql`UPDATE ${table} SET cancelled = true WHERE owner = ${owner} AND id = ${id} AND status = 'running'`);
        return (await within<JobRecord>(select(owner, id)(raw(resultOfJob.of)))).map(recordOf)[0];
      }),
    async remove(owner, id) {
      const removed = await query(sql`
        DELETE FROM ${table} WHERE owner = ${owner} AND id = ${id} AND batch IS NULL AND status NOT IN ('queued', 'running') RETURNING id`);
      return removed.length === 1;
    },
    survey: ({ id, status, owner, batch, limit }) =>
      survey(
        query,
        limit,
        id === undefined ? undefined : sql`j.id = ${id}`,
        status && sql`${shown} = ${status}`,
        owner === undefined ? undefined : sql`j.owner = ${owner}`,
        batch === undefined ? undefined : sql`j.batch = ${batch}`,
      ),
    retry: (id, { attempts, expiresInMs }) =>
      transaction(async (within) => {
        await within(sql`SELECT id FROM ${table} WHERE id = ${id}${forUpdate}`);
        const [job] = await survey(within, 1, sql`j.id = ${id}`);
        if (!job) return 'unknown';
        if (job.status !== 'failed') return 'not failed';
        if (!job.hasDocument) return 'no document';
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

/** What a job came to, of a job named `j`. */
export const resultOfJob = { name: 'result', of: 'j.result' };

/** How a job stands for whoever asks: what a worker ran that has died waits, until the next free worker takes it back. */
export const shownStatus = ({ now }: Database): Sql => sql`
  CASE WHEN j.status = 'running' AND j.leased < (SELECT ${now}) THEN 'queued' ELSE j.status END`;

/** What is read of each job, named `j`, whose batch is named `b`: its record, but for `note` and `result`. */
export const columnsOf = (database: Database): Sql => sql`
  j.id, j.owner, ${shownStatus(database)} AS status, j.priority, j.webhook, j.created AS "createdAt", j.started AS "startedAt", j.ended AS "endedAt",
  coalesce(j.kept, b.kept) AS "keptUntil", j.batch, j.runs, j.credits`;

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

interface EndedJob {
  readonly id: string;
  readonly owner: string;
  readonly status: string;
  readonly webhook: string | null;
  readonly hold: string | null;
  readonly batch: string | null;
  readonly file: string | null;
}

const endedColumns = raw('id, owner, status, webhook, hold, batch, file');

/** What happens in the transactions that begin and end jobs. */
export interface JobParts {
  readonly credits: CreditsWithin;
  readonly answers: AnswersWithin;
  readonly documents: DocumentsWithin;
  /** Charges a job that has ended, tells its endpoint, if it has one, releases its file, and counts it in its batch. */
  settleEnded(query: Query, ended: EndedJob, credits: number): Promise<void>;
  /** Tells the endpoint of a run, if it has one, that a person is needed, or has decided. */
  announceReview(query: Query, run: Pick<EndedJob, 'id' | 'owner' | 'webhook'> & { readonly review: NewReview['state'] }): Promise<void>;
  /** Forgets the document of a run that nobody looks at any more, unless something else needs it. */
  releaseFile(query: Query, file: string): Promise<void>;
  /** Counts many jobs of one batch that have ended; their files stay until the next sweep. The last job ends its batch. */
  countEnded(query: Query, batch: string, jobs: number): Promise<void>;
}

/** What is told of a run in a state, and the mark of the message. */
const toldOf: Readonly<Partial<Record<NewReview['state'], readonly [EventType, string]>>> = {
  to_review: ['run.needs_review', '8'],
  confirmed: ['run.reviewed', '9'],
  rejected: ['run.reviewed', '9'],
};

export function jobParts(
  database: Database,
  parts: Pick<JobParts, 'credits' | 'answers' | 'documents'>,
  announce: AnnounceWithin,
): JobParts {
  const { now } = database;
  const { batch: batches, file: files } = database.tables;
  const countEnded: JobParts['countEnded'] = async (query, id, jobs) => {
    if (jobs === 0) return;
    const [counted] = await query<{ readonly owner: string; readonly webhook: string | null; readonly unfinished: number }>(sql`
      UPDATE ${batches} SET unfinished = unfinished - ${jobs}, ended = CASE WHEN unfinished = ${jobs} THEN ${now} END,
             kept = CASE WHEN unfinished = ${jobs} THEN ${now} + keep END
       WHERE id = ${id} RETURNING owner, webhook, unfinished`);
    if (counted?.unfinished !== 0) return;
    const { owner, webhook: endpoint } = counted;
    if (endpoint !== null) await announce(query, { id: messageIdOf(id), type: 'batch.done', about: id, owner, endpoint });
  };
  return {
    ...parts,
    countEnded,
    async announceReview(query, { id: about, owner, webhook: endpoint, review }) {
      const [type, mark] = toldOf[review] ?? [];
      if (endpoint !== null && type) await announce(query, { id: messageIdOf(about, mark), type, about, owner, endpoint });
    },
    async releaseFile(query, id) {
      await query(sql`DELETE FROM ${files} WHERE id = ${id} AND expires <= ${now} AND ${isUnneeded(database, sql`${id}`)}`);
    },
    async settleEnded(query, { id: about, owner, status, webhook: endpoint, hold, batch, file }, credits) {
      if (hold !== null) await parts.credits.charge(query, hold, credits);
      if (endpoint !== null) await announce(query, { id: messageIdOf(about), type: `job.${status}` as EventType, about, owner, endpoint });
      // Of two jobs that end at once each may see the other still running: the sweep then forgets their file.
      // Who has come with a batch is kept for its hour only where the job has failed, so that it can be tried again.
      const isOver = status === 'failed' ? sql`expires <= ${now}` : sql`(expires <= ${now} OR batch = ${batch})`;
      if (file !== null) await query(sql`DELETE FROM ${files} WHERE id = ${file} AND ${isOver} AND ${isUnneeded(database, sql`${file}`)}`);
      if (batch !== null) await countEnded(query, batch, 1);
    },
  };
}
