import type { PostgresConnection } from '../connection.js';
import { columns } from '../jobs/rows.js';

/** The statements about batches. */
export function batchStatements({ schema, now }: PostgresConnection) {
  const [jobs, batches, files] = [`${schema}.job_record`, `${schema}.batch`, `${schema}.file`];
  const batchColumns = 'id, owner, note, jobs, unfinished, created, ended, kept, webhook';
  const unused = `NOT EXISTS (SELECT FROM ${jobs} j WHERE j.file = f.id AND j.status IN ('staged', 'queued', 'running'))`;
  return {
    putJobs: `
      INSERT INTO ${jobs}(batch, id, priority, file, turn, request, note, owner, status, queued_as, attempts, created, expires, keep)
      SELECT $1, j.*, '', 'staged', gen_random_uuid(), 0, time, time, interval '0'
        FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bytea[], $7::bytea[]) AS j, (SELECT ${now} AS time) AS moment`,
    fileless: `
      SELECT FROM ${jobs} j WHERE j.batch = $1 AND j.status = 'staged' AND NOT EXISTS (SELECT FROM ${files} f WHERE f.id = j.file) LIMIT 1`,
    stagedCount: `SELECT count(*)::int AS jobs FROM ${jobs} WHERE batch = $1 AND status = 'staged'`,
    turns: `SELECT priority, max(turn) AS turns FROM ${jobs} WHERE batch = $1 AND status = 'staged' GROUP BY priority`,
    line: `
      INSERT INTO ${schema}.job_line AS l SELECT $1, begun + $2 FROM ${schema}.job_turn
      ON CONFLICT (name) DO UPDATE SET turn = greatest(l.turn, (SELECT begun FROM ${schema}.job_turn)) + $2
      RETURNING turn`,
    begin: `
      UPDATE ${jobs} SET status = 'queued', owner = $5, turn = turn + ($4::jsonb->>priority)::bigint, hold = CASE WHEN $6 THEN id END,
             attempts = $7, created = time, expires = time + $8 * interval '1 ms', keep = $9 * interval '1 ms'
        FROM (SELECT ${now} AS time) AS moment
       WHERE id IN (SELECT id FROM ${jobs} WHERE batch = $1 AND status = 'staged' AND id > $2 ORDER BY id LIMIT $3)
      RETURNING id, queued_as, turn`,
    add: `
      INSERT INTO ${batches}(id, owner, note, jobs, unfinished, created, keep, webhook)
      SELECT $1, $2, $3, $4, $4, ${now}, $5 * interval '1 ms', $6`,
    beginFiles: `UPDATE ${files} SET expires = ${now} WHERE batch = $1`,
    forgetStaged: `DELETE FROM ${jobs} WHERE batch = $1 AND status = 'staged'`,
    forgetStagedFiles: `DELETE FROM ${files} WHERE batch = $1 AND NOT EXISTS (SELECT FROM ${batches} WHERE id = $1)`,
    find: `SELECT ${batchColumns} FROM ${batches} WHERE owner = $1 AND id = $2`,
    counts: `SELECT status, count(*)::int AS jobs, sum(credits)::int AS credits FROM ${jobs} WHERE batch = $1 GROUP BY status`,
    list: `
      SELECT ${batchColumns} FROM ${batches} WHERE owner = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    cancelQueued: `
      UPDATE ${jobs} SET status = 'cancelled', ended = ${now}, credits = 0
       WHERE id IN (SELECT id FROM ${jobs} WHERE batch = $1 AND status = 'queued' LIMIT $2) RETURNING hold, queued_as`,
    cancelRunning: `UPDATE ${jobs} SET cancelled = true WHERE batch = $1 AND status = 'running'`,
    forgetFiles: `DELETE FROM ${files} f WHERE f.expires <= (SELECT ${now}) AND ${unused}`,
    remove: `DELETE FROM ${batches} WHERE owner = $1 AND id = $2 AND ended IS NOT NULL RETURNING id`,
    removeJobs: `DELETE FROM ${jobs} WHERE batch = $1`,
    ended: `
      SELECT ${columns('j')}, j.result, b.kept AS batch_kept FROM ${jobs} j JOIN ${batches} b ON b.id = j.batch
       WHERE b.owner = $1 AND j.batch = $2 AND j.id > $3 AND j.status = ANY($4::text[]) ORDER BY j.id LIMIT $5`,
    abandoned: `SELECT DISTINCT batch FROM ${jobs} WHERE status = 'staged' AND created <= (SELECT ${now}) - ${staged}`,
    over: `DELETE FROM ${batches} WHERE kept <= (SELECT ${now}) RETURNING id`,
  };
}

/** How long what was put down for a batch waits for its beginning. */
export const stagedMs = 3_600_000;
const staged = `${stagedMs} * interval '1 ms'`;
