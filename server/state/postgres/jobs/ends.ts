import { type EventType, messageIdOf } from '../../../jobs/webhooks/webhook-store.js';
import type { BatchEndsInTransaction } from '../batches/job-ends.js';
import type { Query } from '../connection.js';
import type { CreditsInTransaction } from '../quotas.js';
import type { AnnounceInTransaction } from '../webhooks/announce.js';

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

/** What happens in the transaction that ends a job. */
export interface EndingParts {
  readonly credits: CreditsInTransaction;
  /** Tells the job's endpoint, if it has one, and counts the job in its batch, which ends with its last job. */
  announceEnd(within: Query, ended: EndedJob): Promise<void>;
  readonly batchEnds: BatchEndsInTransaction;
}

export const jobParts = (
  credits: CreditsInTransaction,
  announce: AnnounceInTransaction,
  batchEnds: BatchEndsInTransaction,
): EndingParts => ({
  credits,
  batchEnds,
  async announceEnd(within, ended) {
    const { id: about, owner, status, webhook: endpoint } = ended;
    if (endpoint !== null) await announce(within, { id: messageIdOf(about), type: `job.${status}` as EventType, about, owner, endpoint });
    await batchEnds.end(within, ended);
  },
});
