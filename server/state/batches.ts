import sql, { join, raw, type Sql } from 'sql-template-tag';
import { waitForIdleLoop } from '../../core/index.js';
import { all, type Database, only, pageOf, type Query, recordOf, type Time } from './database.js';
import { isUnneeded } from './documents.js';
import {
  type BatchCharge,
  type BatchJob,
  type BatchProgress,
  type BatchRecord,
  type BatchStore,
  type JobPriority,
  type JobRecord,
  type JobStatus,
  jobPriorities,
  jobStatuses,
  lineOf,
  type NewBatch,
} from './job-store.js';
import { columnsOf, holdSlackMs, type JobParts, nextTurn, shownStatus } from './jobs.js';

/** How long what was put down for a batch waits for its beginning. */
const stagedMs = 3_600_000;

/** Jobs that were sent together. */
export function batchStore(database: Database, parts: JobParts): BatchStore & { sweep(): Promise<void> } {
  const { now, ms, slice, query, longQuery, transaction } = database;
  const { job: jobs, batch: table, file: files } = database.tables;
  const { begin, finish, unfinished } = batchBeginning(database, parts);
  const forgetFiles = sql`DELETE FROM ${files} AS f WHERE f.expires <= (SELECT ${now}) AND ${isUnneeded(database, sql`f.id`)}`;
  const find = async (owner: string, id: string): Promise<BatchProgress | undefined> => {
    const [row] = await query<BatchRecord>(sql`SELECT ${batchColumns} FROM ${table} WHERE owner = ${owner} AND id = ${id}`);
    const counts = sql`
      SELECT CASE j.status WHEN 'staged' THEN 'queued' ELSE ${shownStatus(database)} END AS status, count(*) AS jobs, sum(j.credits) AS credits FROM ${jobs} AS j WHERE j.batch = ${id} GROUP BY 1`;
    return row && progressOf(recordOf(row), await longQuery<CountRow>(counts));
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
      const rows = await query<BatchRecord>(
        sql`SELECT ${batchColumns} FROM ${table} WHERE ${conditions} ORDER BY id DESC LIMIT ${limit + 1}`,
      );
      return pageOf('batches', rows.map(recordOf), limit);
    },
    async cancel(owner, id) {
      // One that is cancelled while it begins is first there as a whole.
      await finish(id);
      if (!(await find(owner, id))) return undefined;
      // A process that dies meanwhile has not answered: who asks again has the rest cancelled.
      await inSlices(database, (within, after) => cancelSome(within, id, after));
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
      const rows = await longQuery<JobRecord>(sql`
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

  /** Ends the next jobs that wait, after one. */
  async function cancelSome(within: Query, batch: string, after: string): Promise<readonly SlicedJob[]> {
    const next = sql`SELECT id FROM ${jobs} WHERE batch = ${batch} AND id > ${after} AND status = 'queued' ORDER BY id LIMIT ${slice}`;
    const ended = await within<{ readonly id: string; readonly hold: string | null }>(
      sql`UPDATE ${jobs} SET status = 'cancelled', ended = ${now}, credits = 0 WHERE id IN (${next}) AND status = 'queued' RETURNING id, hold`,
    );
    await parts.credits.release(
      within,
      ended.flatMap(({ hold }) => hold ?? []),
    );
    await parts.countEnded(within, batch, ended.length);
    return ended;
  }

  async function forgetStaged(within: Query, batch: string): Promise<void> {
    const isMissing = sql`NOT EXISTS (SELECT 1 FROM ${table} AS b WHERE b.id = ${batch})`;
    await within(sql`DELETE FROM ${jobs} WHERE batch = ${batch} AND status = 'staged' AND ${isMissing}`);
    await within(sql`DELETE FROM ${files} WHERE batch = ${batch} AND ${isMissing}`);
  }
}

interface SlicedJob {
  readonly id: string;
}

/** Does something with the jobs of a batch in the order of their ids, some in each transaction, until there are none. */
async function inSlices({ transaction }: Database, some: (within: Query, after: string) => Promise<readonly SlicedJob[]>): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; await waitForIdleLoop()) {
    const after: string = last;
    const done = await transaction((within) => some(within, after));
    last = done
      .map(({ id }) => id)
      .toSorted()
      .at(-1);
  }
}

const batchColumns = raw('id, owner, note, jobs, unfinished, created AS "createdAt", ended AS "endedAt", kept AS "keptUntil", webhook');

interface CountRow {
  readonly status: JobStatus;
  readonly jobs: string | number;
  readonly credits: string | number | null;
}

const progressOf = (batch: BatchRecord, counted: readonly CountRow[]): BatchProgress => {
  const of = (status: JobStatus): number => Number(counted.find((found) => found.status === status)?.jobs ?? 0);
  return {
    ...batch,
    counts: Object.fromEntries(jobStatuses.map((status) => [status, of(status)])) as Record<JobStatus, number>,
    credits: counted.reduce((sum, { credits }) => sum + Number(credits ?? 0), 0),
  };
};

export interface BatchBeginning {
  readonly begin: BatchStore['begin'];
  /** Queues the jobs of a batch that has begun and are not queued yet. */
  finish(batch: string): Promise<void>;
  /** Batches that have begun and whose process has died before all their jobs were queued, or is about to queue them. */
  unfinished(): Promise<readonly string[]>;
}

/** What the jobs of a batch that has begun are still to be given. Kept with it until they all are queued; times are milliseconds since 1970. */
interface BeginTerms {
  readonly owner: string;
  /** The number of turn before the first job of each priority. */
  readonly before: Readonly<Partial<Record<JobPriority, number>>>;
  readonly begins: number;
  readonly expires: number;
  readonly keepMs: number;
  readonly attempts: number;
  /** Null where its jobs hold no credits. */
  readonly hold: { readonly client: string; readonly day: string; readonly until: number } | null;
}

/** What was put down for a batch. */
interface Staged {
  readonly jobs: number;
  /** How many turns they are, by priority. */
  readonly turns: Readonly<Partial<Record<JobPriority, number>>>;
  readonly isComplete: boolean;
}

interface StagedRow {
  readonly id: string;
  readonly priority: JobPriority;
  readonly turn: string | number;
  readonly has_file: boolean | number;
}

/**
 * Begins batches of up to 100,000 jobs without keeping the event loop or a lock for long: one small transaction decides, by which the batch is there
 * with all its credits held; its jobs are then queued some at a time. Should the process die meanwhile, the next sweep queues the rest.
 */
function batchBeginning(database: Database, { credits, answers }: JobParts): BatchBeginning {
  const { now, ms, slice, query, longQuery, transaction, forUpdate } = database;
  const { job: jobs, batch: batches, file: files, hold: holds } = database.tables;
  return {
    async begin(batch, charge, made) {
      const staged = await survey(batch.id);
      const begun = await transaction(async (within) => {
        if (made && !(await answers.isOurs(within, made.claim))) return 'claim lost';
        if (!staged.isComplete) return 'no file';
        const terms = await termsOf(within, batch, staged, charge);
        if (!terms) return 'no credits';
        const { id, owner, note, keepMs, webhook } = batch;
        await within(sql`
          INSERT INTO ${batches}(id, owner, note, jobs, unfinished, created, keep, webhook, beginning)
          SELECT ${id}, ${owner}, ${note}, ${staged.jobs}, ${staged.jobs}, ${now}, ${ms(keepMs)}, ${webhook}, ${JSON.stringify(terms)}`);
        if (made) await answers.keep(within, made);
        return 'queued';
      });
      // The batch has begun, whatever happens now: what is missing the next sweep does.
      if (begun === 'queued') await finish(batch.id).catch(() => undefined);
      return begun;
    },
    finish,
    async unfinished() {
      return (await query<{ readonly id: string }>(sql`SELECT id FROM ${batches} WHERE beginning IS NOT NULL`)).map(({ id }) => id);
    },
  };

  /** A job that was put down keeps its file, so that what is seen here still holds when the batch begins. */
  async function survey(batch: string): Promise<Staged> {
    const turns: Partial<Record<JobPriority, number>> = {};
    let [jobCount, isComplete] = [0, true];
    for (let after = '', done = false; !done; ) {
      const rows = await longQuery<StagedRow>(sql`
        SELECT id, priority, turn, EXISTS (SELECT 1 FROM ${files} AS f WHERE f.id = j.file) AS has_file
          FROM ${jobs} AS j WHERE batch = ${batch} AND id > ${after} AND status = 'staged' ORDER BY id LIMIT ${slice}`);
      for (const { priority, turn, has_file: hasFile } of rows) {
        turns[priority] = Math.max(turns[priority] ?? 0, Number(turn));
        isComplete &&= Boolean(hasFile);
      }
      jobCount += rows.length;
      after = rows.at(-1)?.id ?? '';
      done = rows.length < slice;
      await waitForIdleLoop();
    }
    return { jobs: jobCount, turns, isComplete };
  }

  /** Puts the jobs into their lines and holds their credits; undefined where the day's limit does not allow that. */
  async function termsOf(
    within: Query,
    { owner, expiresInMs, keepMs, attempts }: NewBatch,
    staged: Staged,
    charge: BatchCharge | undefined,
  ): Promise<BeginTerms | undefined> {
    const day = charge && (await credits.reserveTotal(within, { client: charge.client, credits: staged.jobs }, charge.limit));
    if (charge && day === undefined) return undefined;
    const before: Partial<Record<JobPriority, number>> = {};
    for (const priority of jobPriorities) {
      const step = staged.turns[priority];
      if (step !== undefined) before[priority] = (await nextTurn(database, within, { line: lineOf(owner, priority), step })) - step;
    }
    const begins = Number(only(await within<{ readonly time: Time }>(sql`SELECT ${now} AS time`)).time);
    const expires = begins + expiresInMs;
    const hold = charge && day !== undefined ? { client: charge.client, day, until: expires + holdSlackMs } : null;
    return { owner, before, begins, expires, keepMs, attempts, hold };
  }

  async function finish(batch: string): Promise<void> {
    // Its documents first: each is then forgotten with the last job that needs it.
    while (await releaseSome(batch)) await waitForIdleLoop();
    await inSlices(database, (within, after) => queueSome(within, batch, after));
  }

  /** False where there is nothing left to do. */
  async function releaseSome(batch: string): Promise<boolean> {
    const released = await longQuery(sql`
      UPDATE ${files} SET expires = ${now} WHERE id IN (SELECT id FROM ${files} WHERE batch = ${batch} AND expires > (SELECT ${now}) LIMIT ${slice})
         AND EXISTS (SELECT 1 FROM ${batches} AS b WHERE b.id = ${batch} AND b.beginning IS NOT NULL)
      RETURNING id`);
    return released.length > 0;
  }

  /** Queues the next jobs after one. */
  async function queueSome(within: Query, batch: string, after: string): Promise<readonly SlicedJob[]> {
    const [row] = await within<{ readonly beginning: string | null }>(
      sql`SELECT beginning FROM ${batches} WHERE id = ${batch}${forUpdate}`,
    );
    if (!row?.beginning) return [];
    const { owner, before, begins, expires, keepMs, attempts, hold }: BeginTerms = JSON.parse(row.beginning);
    const next = sql`SELECT id FROM ${jobs} WHERE batch = ${batch} AND id > ${after} AND status = 'staged' ORDER BY id LIMIT ${slice}`;
    if (hold)
      await within(sql`
        INSERT INTO ${holds}(id, client, day, credits, lease_until)
        SELECT id, ${hold.client}, ${hold.day}, 1, ${new Date(hold.until)} FROM (${next}) AS next`);
    const turn = (priority: JobPriority) => sql`CAST(${before[priority] ?? 0} AS bigint)`;
    const queued = await within<SlicedJob>(sql`
      UPDATE ${jobs} SET status = 'queued', owner = ${owner}, hold = ${hold ? sql`id` : null}, attempts = ${attempts},
             turn = turn + CASE priority WHEN 'high' THEN ${turn('high')} WHEN 'normal' THEN ${turn('normal')} ELSE ${turn('low')} END,
             created = ${new Date(begins)}, begins = ${new Date(begins)}, expires = ${new Date(expires)}, keep = ${ms(keepMs)}
       WHERE id IN (${next}) RETURNING id`);
    if (queued.length === 0) await within(sql`UPDATE ${batches} SET beginning = NULL WHERE id = ${batch}`);
    return queued;
  }
}
