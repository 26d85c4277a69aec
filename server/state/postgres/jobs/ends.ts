import { type EventType, messageIdOf } from '../../webhook-store.js';
import type { AnswersInTransaction } from '../answers.js';
import type { BatchEndsInTransaction } from '../batches/job-ends.js';
import type { Query } from '../connection.js';
import type { CreditsInTransaction } from '../quotas.js';
import type { AnnounceInTransaction } from '../webhooks/announce.js';
import type { DocumentsInTransaction } from './documents.js';

/** A job that has just ended, and what is to be done about it. */
export interface EndedJob {
  readonly id: string;
  readonly owner: string;
  readonly status: string;
  readonly webhook: string | null;
  readonly hold: string | null;
  readonly queued_as: string;
  readonly batch: string | null;
  readonly file: string | null;
}

export const endedColumns = 'id, owner, status, webhook, hold, queued_as, batch, file';

/** What happens in the transactions that begin and end a job. */
export interface JobPartsInTransaction {
  readonly credits: CreditsInTransaction;
  readonly answers: AnswersInTransaction;
  readonly documents: DocumentsInTransaction;
  /** Tells the job's endpoint, if it has one, and counts the job in its batch, which ends with its last job. */
  announceEnd(within: Query, ended: EndedJob): Promise<void>;
  readonly batchEnds: BatchEndsInTransaction;
}

export const jobParts = (
  { batchEnds, ...parts }: Omit<JobPartsInTransaction, 'announceEnd'>,
  announce: AnnounceInTransaction,
): JobPartsInTransaction => ({
  ...parts,
  batchEnds,
  async announceEnd(within, ended) {
    const { id: about, owner, status, webhook: endpoint } = ended;
    if (endpoint !== null) await announce(within, { id: messageIdOf(about), type: `job.${status}` as EventType, about, owner, endpoint });
    await batchEnds.end(within, ended);
  },
});
