import { type EventType, messageIdOf } from '../../../jobs/webhooks/webhook-store.js';
import type { CreditsWithin } from '../quotas.js';
import type { AnnounceWithin } from '../webhooks/announce.js';
import type { SqliteJobRow } from './rows.js';

/** What happens in the transaction that ends a job. */
export interface EndingWithin {
  readonly credits: CreditsWithin;
  /** Tells the job's endpoint, if it has one. */
  announceEnd(ended: SqliteJobRow, time: number): void;
}

export const jobParts = (credits: CreditsWithin, announce: AnnounceWithin): EndingWithin => ({
  credits,
  announceEnd({ id, owner, status, webhook }, time) {
    if (typeof webhook !== 'string') return;
    const about = String(id);
    announce(String(owner), webhook, { id: messageIdOf(about), type: `job.${String(status)}` as EventType, about }, time);
  },
});
