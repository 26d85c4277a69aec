import { type EventType, messageIdOf } from '../../webhook-store.js';
import type { AnswersWithin } from '../answers.js';
import type { BatchEnds } from '../batches/job-ends.js';
import type { CreditsWithin } from '../quotas.js';
import type { AnnounceWithin } from '../webhooks/announce.js';
import type { DocumentsWithin } from './documents.js';
import type { SqliteJobRow } from './rows.js';

/** What happens in the transactions that begin and end a job. */
export interface JobPartsWithin {
  readonly credits: CreditsWithin;
  readonly answers: AnswersWithin;
  readonly documents: DocumentsWithin;
  /** Tells the job's endpoint, if it has one, and counts the job in its batch, which ends with its last job. */
  announceEnd(ended: SqliteJobRow, time: number): void;
  readonly batchEnds: BatchEnds;
}

export const jobParts = ({ batchEnds, ...parts }: Omit<JobPartsWithin, 'announceEnd'>, announce: AnnounceWithin): JobPartsWithin => ({
  ...parts,
  batchEnds,
  announceEnd(ended, time) {
    const { id, owner, status, webhook } = ended;
    const about = String(id);
    if (typeof webhook === 'string')
      announce(String(owner), webhook, { id: messageIdOf(about), type: `job.${String(status)}` as EventType, about }, time);
    batchEnds.end(ended, time);
  },
});
