import type { JsonObject } from '../../core/index.js';
import { openedText } from '../jobs/sealed-job.js';
import type { BatchProgress, BatchRecord, NewBatch } from '../state/batch-store.js';
import type { Recipient } from '../state/sealing.js';
import type { BatchBody, WholeBatchBody } from '../wire/jobs.js';

/** What the caller sees again of its batch. */
export interface BatchNote {
  readonly metadata: JsonObject | null;
  /** Documents that came with it and that no line names. */
  readonly unused: number;
}

export const batchNoteName = (batch: string): string => `${batch} note`;

export function batchBody(batch: BatchRecord, recipient: Recipient): BatchBody {
  const note = openedText(recipient, batch.note, batchNoteName(batch.id));
  const { metadata, unused } = note === undefined ? { metadata: null, unused: null } : (JSON.parse(note) as BatchNote);
  return {
    id: batch.id,
    status: batch.endedAt ? 'ended' : 'running',
    metadata,
    jobs: batch.jobs,
    unfinished: batch.unfinished,
    unused_files: unused,
    webhook: batch.webhook,
    created_at: batch.createdAt.toISOString(),
    ended_at: batch.endedAt?.toISOString() ?? null,
    kept_until: batch.keptUntil?.toISOString() ?? null,
  };
}

export const wholeBatchBody = (batch: BatchProgress, recipient: Recipient): WholeBatchBody => ({
  ...batchBody(batch, recipient),
  counts: batch.counts,
  credits: batch.credits,
});

/** A batch that begins now. */
export const begunBatchBody = ({ id, owner, note, webhook }: NewBatch, jobs: number, recipient: Recipient): WholeBatchBody => {
  const times = { createdAt: new Date(), endedAt: null, keptUntil: null };
  const counts = { queued: jobs, running: 0, done: 0, failed: 0, cancelled: 0, expired: 0 };
  return wholeBatchBody({ id, owner, note, webhook, ...times, jobs, unfinished: jobs, counts, credits: 0 }, recipient);
};
