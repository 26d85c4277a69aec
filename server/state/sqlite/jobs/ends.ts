import { type EventType, messageIdOf } from '../../../jobs/webhooks/webhook-store.js';
import type { BatchEnds } from '../batches/job-ends.js';
import type { CreditsWithin } from '../quotas.js';
import type { AnnounceWithin } from '../webhooks/announce.js';
import type { SqliteJobRow } from './rows.js';

/** What happens in the transaction that ends a job. */
export interface EndingWithin {
  readonly credits: CreditsWithin;
  /** Tells the job's endpoint, if it has one, and counts the job in its batch, which ends with its last job. */
  announceEnd(ended: SqliteJobRow, time: number): void;
  readonly batchEnds: BatchEnds;
}

export const jobParts = (credits: CreditsWithin, announce: AnnounceWithin, batchEnds: BatchEnds): EndingWithin => ({
  credits,
  batchEnds,
  announceEnd(ended, time) {
    const { id, owner, status, webhook } = ended;
    const about = String(id);
    if (typeof webhook === 'string')
      announce(String(owner), webhook, { id: messageIdOf(about), type: `job.${String(status)}` as EventType, about }, time);
    batchEnds.end(ended, time);
  },
});
