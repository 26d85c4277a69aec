import type { DatabaseSync } from 'node:sqlite';
import type { JobOversight, SurveyedJob } from '../../job-store.js';
import type { SqliteConnection } from '../migrate.js';
import { recordOf, type SqliteJobRow } from './rows.js';

/** What an operator does with jobs. */
export function jobOversight({ database, write }: SqliteConnection): JobOversight {
  const run = statements(database);
  return {
    async survey({ id, status, owner, batch, limit }) {
      const asked = { $id: id ?? null, $status: status ?? null, $owner: owner ?? null, $batch: batch ?? null, $limit: limit };
      return run.survey.all(asked).map(surveyedJob);
    },
    async retry(id, { attempts, expiresInMs }) {
      return write((now) => {
        const job = run.survey.get({ $id: id, $status: null, $owner: null, $batch: null, $limit: 1 });
        if (!job) return 'unknown';
        if (job['status'] !== 'failed') return 'not failed';
        if (job['documents'] === 0) return 'no document';
        run.again.run({ $id: id, $now: now, $attempts: attempts, $expires: now + expiresInMs });
        if (typeof job['batch'] === 'string') run.reopen.run({ $batch: job['batch'] });
        return 'queued';
      });
    },
  };
}

const surveyedJob = (row: SqliteJobRow): SurveyedJob => {
  const { note: _, result: __, ...job } = recordOf(row);
  return { ...job, expiresAt: new Date(Number(row['expires'])), hasDocument: row['documents'] !== 0 };
};

const statements = (database: DatabaseSync) => ({
  survey: database.prepare(`
    SELECT j.id, j.owner, j.status, j.priority, j.created, j.started, j.ended, j.kept, j.batch, j.runs, j.credits, j.expires, b.kept AS batch_kept,
           (SELECT count(*) FROM file f WHERE f.id = j.file) AS documents
      FROM job j LEFT JOIN batch b ON b.id = j.batch
     WHERE j.status <> 'staged' AND ($id IS NULL OR j.id = $id) AND ($status IS NULL OR j.status = $status) AND ($owner IS NULL OR j.owner = $owner)
       AND ($batch IS NULL OR j.batch = $batch)
     ORDER BY j.id DESC LIMIT $limit`),
  again: database.prepare(`
    UPDATE job SET status = 'queued', run = NULL, attempts = $attempts, cancelled = 0, hold = NULL, begins = $now, expires = $expires, ended = NULL,
           kept = NULL, credits = NULL, result = NULL, turn = (SELECT begun FROM job_turn)
     WHERE id = $id`),
  reopen: database.prepare('UPDATE batch SET unfinished = unfinished + 1, ended = NULL, kept = NULL WHERE id = $batch'),
});
