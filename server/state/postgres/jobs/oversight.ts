import { randomUUID } from 'node:crypto';
import type { JobOversight, SurveyedJob } from '../../job-store.js';
import type { PostgresConnection } from '../connection.js';
import type { MessageQueue } from '../queues.js';
import { columns, type JobRow, recordOf } from './rows.js';

interface SurveyRow extends Omit<JobRow, 'note' | 'result'> {
  readonly expires: Date;
  readonly has_document: boolean;
}

/** What an operator does with jobs. */
export function jobOversight(connection: PostgresConnection, queue: MessageQueue): JobOversight {
  const { query, transaction } = connection;
  const run = statements(connection);
  return {
    async survey({ id, status, owner, batch, limit }) {
      return (await query<SurveyRow>(run.survey, [id ?? null, status ?? null, owner ?? null, batch ?? null, limit])).map(surveyedJob);
    },
    retry: (id, { attempts, expiresInMs }) =>
      transaction(async (within) => {
        await within(run.lock, [id]);
        const [job] = await within<SurveyRow>(run.survey, [id, null, null, null, 1]);
        if (!job) return 'unknown';
        if (job.status !== 'failed') return 'not failed';
        if (!job.has_document) return 'no document';
        const message = randomUUID();
        const [again] = await within<{ readonly turn: string }>(run.again, [id, attempts, expiresInMs, message]);
        if (job.batch !== null) await within(run.reopen, [job.batch]);
        await queue.send(within, { id: message, turn: Number(again?.turn) });
        return 'queued';
      }),
  };
}

const surveyedJob = ({ expires, has_document, ...row }: SurveyRow): SurveyedJob => {
  const { note: _, result: __, ...job } = recordOf({ ...row, note: new Uint8Array(), result: null });
  return { ...job, expiresAt: expires, hasDocument: has_document };
};

function statements({ schema, now }: PostgresConnection) {
  const unread = columns('j').replace('j.note, ', '');
  return {
    survey: `
      SELECT ${unread}, j.expires, b.kept AS batch_kept,
             EXISTS (SELECT FROM ${schema}.file f WHERE f.id = j.file) AS has_document
        FROM ${schema}.job_record j LEFT JOIN ${schema}.batch b ON b.id = j.batch
       WHERE j.status <> 'staged' AND ($1::text IS NULL OR j.id = $1) AND ($2::text IS NULL OR j.status = $2) AND ($3::text IS NULL OR j.owner = $3)
         AND ($4::text IS NULL OR j.batch = $4)
       ORDER BY j.id DESC LIMIT $5`,
    lock: `SELECT FROM ${schema}.job_record WHERE id = $1 FOR UPDATE`,
    again: `
      UPDATE ${schema}.job_record SET status = 'queued', run = NULL, attempts = $2, cancelled = false, hold = NULL, expires = ${now} + $3 * interval '1 ms',
             ended = NULL, kept = NULL, credits = NULL, result = NULL, queued_as = $4, turn = (SELECT begun FROM ${schema}.job_turn)
       WHERE id = $1 RETURNING turn`,
    reopen: `UPDATE ${schema}.batch SET unfinished = unfinished + 1, ended = NULL, kept = NULL WHERE id = $1`,
  };
}
