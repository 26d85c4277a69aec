import sql, { raw, type Sql } from 'sql-template-tag';
import { all, type Database, pageOf, type Query, recordOf, withLarge } from './database.js';
import { columnsOf, type JobParts, resultOfJob } from './jobs.js';
import type { Judgment, NewRun, RunRecord, RunStore, VerdictRecord } from './run-store.js';

const yearMs = 365 * 86_400_000;
const runColumns = raw('j.request, j.note, j.review AS state, j.version, j.reviewer');

/** A job of which a person is to look at the answer. */
export function runStore(database: Database, { documents, announceReview, releaseFile }: JobParts): RunStore & { sweep(): Promise<void> } {
  const { now, ms, query, longQuery, transaction } = database;
  const { job: table, verdict: verdicts, judgment: judgments, batch: batches } = database.tables;
  const columns = columnsOf(database);
  const runs = sql`${table} AS j LEFT JOIN ${batches} AS b ON b.id = j.batch`;
  const isClaimed = sql`(j.claimed IS NOT NULL AND j.claimed > (SELECT ${now}) AND j.review IN ('to_review', 'postponed'))`;
  const claimed = sql`CASE WHEN ${isClaimed} THEN j.claimed END AS "claimedUntil"`;
  const isFree = (reviewer: string): Sql =>
    sql`review IN ('to_review', 'postponed') AND (claimed IS NULL OR claimed <= ${now} OR reviewer = ${reviewer})`;
  const stateIs = (state: string): Sql => (state === 'reviewing' ? isClaimed : all(sql`j.review = ${state}`, sql`NOT ${isClaimed}`));
  return {
    keep: (run) =>
      transaction(async (within) => {
        await documents.take(within, run.document, { owner: run.owner, keepMs: 0 });
        await add(within, run);
        await announceReview(within, { ...run, review: run.review.state });
        if (run.review.state === 'cleared') await releaseFile(within, run.document.id);
      }),
    async find(owner, id) {
      const select = (result: Sql): Sql => sql`
        SELECT ${columns}, ${runColumns}, ${result}, ${claimed} FROM ${runs}
         WHERE j.owner = ${owner} AND j.id = ${id} AND j.review IS NOT NULL AND j.status = 'done'`;
      const [row] = await withLarge<RunRecord>(database, resultOfJob, select);
      if (!row) return undefined;
      // Each verdict holds the answer that it led to.
      const given = await longQuery<VerdictRecord>(sql`SELECT number, at, sealed FROM ${verdicts} WHERE run = ${id} ORDER BY number`);
      return { ...recordOf(row), verdicts: given.map(recordOf) };
    },
    async list(owner, { state, after, limit }) {
      const from = after === undefined ? undefined : sql`(-j.rank, j.id) > (SELECT -rank, id FROM ${table} WHERE id = ${after})`;
      const conditions = all(sql`j.owner = ${owner} AND j.review <> 'cleared'`, state && stateIs(state), from);
      const rows = await query<RunRecord>(sql`
        SELECT ${columns}, ${runColumns}, NULL AS result, ${claimed} FROM ${runs} WHERE ${conditions} ORDER BY -j.rank, j.id LIMIT ${limit + 1}`);
      const found = rows.map((row) => ({ ...recordOf(row), verdicts: [] }));
      return pageOf('runs', found, limit);
    },
    async claim(owner, id, { reviewer, leaseMs }) {
      const given = await query(sql`
        UPDATE ${table} SET reviewer = ${reviewer}, claimed = ${now} + ${ms(leaseMs)}
         WHERE owner = ${owner} AND id = ${id} AND ${isFree(reviewer)} RETURNING id`);
      return given.length === 1;
    },
    judge: (owner, id, { version, reviewer, leaseMs, sealed, state, said }) =>
      transaction(async (within) => {
        const [judged] = await within<{ readonly webhook: string | null; readonly file: string | null }>(sql`
          UPDATE ${table} SET version = version + 1, review = ${state}, reviewer = ${reviewer},
                 claimed = ${state === 'to_review' ? sql`${now} + ${ms(leaseMs)}` : sql`NULL`}
           WHERE owner = ${owner} AND id = ${id} AND version = ${version} AND ${isFree(reviewer)} RETURNING webhook, file`);
        if (!judged) return false;
        await within(sql`INSERT INTO ${verdicts}(run, number, at, sealed) SELECT ${id}, ${version + 1}, ${now}, ${sealed}`);
        if (said !== undefined)
          await within(sql`INSERT INTO ${judgments}(run, number, at, said) SELECT ${id}, ${version + 1}, ${now}, ${said}`);
        await announceReview(within, { id, owner, webhook: judged.webhook, review: state });
        if ((state === 'confirmed' || state === 'rejected') && judged.file !== null) await releaseFile(within, judged.file);
        return true;
      }),
    async judgments(most) {
      const newest = await query<Judgment>(sql`SELECT run, said FROM ${judgments} ORDER BY at DESC, run DESC, number DESC LIMIT ${most}`);
      return newest.toReversed();
    },
    async sweep() {
      await query(sql`DELETE FROM ${judgments} WHERE at < (SELECT ${now}) - ${ms(yearMs)}`);
      await query(sql`DELETE FROM ${verdicts} AS v WHERE NOT EXISTS (SELECT 1 FROM ${table} AS j WHERE j.id = v.run)`);
    },
  };

  async function add(within: Query, run: NewRun): Promise<void> {
    const { id, owner, request, note, keepMs, webhook, document, result, credits, review } = run;
    await within(sql`
      INSERT INTO ${table}(id, owner, status, priority, turn, request, note, attempts, runs, cancelled, created, begins, expires, started, ended, keep,
                           kept, webhook, file, result, credits, review, rank)
      SELECT ${id}, ${owner}, 'done', 'normal', 0, ${request}, ${note}, 0, 1, false, time, time, time, time, time, ${ms(keepMs)},
             time + ${ms(keepMs)}, ${webhook}, ${document.id}, ${result}, ${credits}, ${review.state}, ${review.rank}
        FROM (SELECT ${now} AS time) AS moment`);
  }
}
