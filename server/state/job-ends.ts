import sql, { raw } from 'sql-template-tag';
import type { AnnounceWithin } from './announce.js';
import type { AnswersWithin } from './answers.js';
import type { Database, Query } from './database.js';
import { type DocumentsWithin, isUnneeded } from './documents.js';
import type { CreditsWithin } from './quotas.js';
import { type EventType, messageIdOf } from './webhook-store.js';

/** A job that has just ended. */
export interface EndedJob {
  readonly id: string;
  readonly owner: string;
  readonly status: string;
  readonly webhook: string | null;
  readonly hold: string | null;
  readonly batch: string | null;
  readonly file: string | null;
}

export const endedColumns = raw('id, owner, status, webhook, hold, batch, file');

/** What happens in the transactions that begin and end jobs. */
export interface JobParts {
  readonly credits: CreditsWithin;
  readonly answers: AnswersWithin;
  readonly documents: DocumentsWithin;
  /** Charges a job that has ended, tells its endpoint, if it has one, releases its file, and counts it in its batch. */
  settleEnded(query: Query, ended: EndedJob, credits: number): Promise<void>;
  /** Counts many jobs of one batch that have ended; their files stay until the next sweep. The last job ends its batch. */
  countEnded(query: Query, batch: string, jobs: number): Promise<void>;
}

interface CountedBatch {
  readonly owner: string;
  readonly webhook: string | null;
  readonly unfinished: number;
}

export function jobParts(database: Database, parts: Omit<JobParts, 'settleEnded' | 'countEnded'>, announce: AnnounceWithin): JobParts {
  const { now } = database;
  const { batch: batches, file: files } = database.tables;
  const countEnded: JobParts['countEnded'] = async (query, id, jobs) => {
    if (jobs === 0) return;
    const [counted] = await query<CountedBatch>(sql`
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
