import sql, { raw } from 'sql-template-tag';
import type { AnnounceWithin } from './announce.js';
import type { AnswersWithin } from './answers.js';
import type { Database, Query } from './database.js';
import { type DocumentsWithin, isUnneeded } from './documents.js';
import type { NewReview } from './job-store.js';
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
  /** Tells the endpoint of a run, if it has one, that a person is needed, or has decided. */
  announceReview(query: Query, run: ReviewedRun): Promise<void>;
  /** Forgets the document of a run that nobody looks at any more, unless something else needs it. */
  releaseFile(query: Query, file: string): Promise<void>;
  /** Counts many jobs of one batch that have ended; their files stay until the next sweep. The last job ends its batch. */
  countEnded(query: Query, batch: string, jobs: number): Promise<void>;
}

interface ReviewedRun extends Pick<EndedJob, 'id' | 'owner' | 'webhook'> {
  readonly review: NewReview['state'];
}

/** What is told of a run in a state, and the mark of the message. */
const toldOf: Readonly<Partial<Record<NewReview['state'], readonly [EventType, string]>>> = {
  to_review: ['run.needs_review', '8'],
  confirmed: ['run.reviewed', '9'],
  rejected: ['run.reviewed', '9'],
};

interface CountedBatch {
  readonly owner: string;
  readonly webhook: string | null;
  readonly unfinished: number;
}

export function jobParts(
  database: Database,
  parts: Pick<JobParts, 'credits' | 'answers' | 'documents'>,
  announce: AnnounceWithin,
): JobParts {
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
