import type { DatabaseSync } from 'node:sqlite';
import { messageIdOf } from '../../webhook-store.js';
import type { SqliteJobRow } from '../jobs/rows.js';
import type { AnnounceWithin } from '../webhooks/announce.js';

/** What else happens where a job ends, in the transaction that ends it. */
export interface BatchEnds {
  /**
   * Releases the file of a job that has ended, and counts the job in its batch. True where it was the last job of the batch, which ends with it.
   * @param row `batch` and `file` of the job
   */
  end(row: SqliteJobRow, time: number): boolean;
  /** The same of many jobs of one batch, whose files stay until the next sweep. */
  endMany(batch: string, jobs: number, time: number): boolean;
}

export function batchEnds(database: DatabaseSync, announce: AnnounceWithin): BatchEnds {
  const count = database.prepare(`
    UPDATE batch SET unfinished = unfinished - $jobs, ended = iif(unfinished = $jobs, $now, NULL), kept = iif(unfinished = $jobs, $now + keep, NULL)
     WHERE id = $batch RETURNING id, owner, webhook, unfinished`);
  const release = database.prepare(`
    DELETE FROM file WHERE id = $file AND expires <= $now
       AND NOT EXISTS (SELECT 1 FROM job WHERE job.file = $file AND status IN ('staged', 'queued', 'running'))`);
  const endMany: BatchEnds['endMany'] = (batch, jobs, time) => {
    const counted = jobs > 0 ? count.get({ $batch: batch, $jobs: jobs, $now: time }) : undefined;
    if (counted?.['unfinished'] !== 0) return false;
    const { owner, webhook } = counted;
    if (typeof webhook === 'string') announce(String(owner), webhook, { id: messageIdOf(batch), type: 'batch.done', about: batch }, time);
    return true;
  };
  return {
    end({ batch, file }, time) {
      if (typeof file === 'string') release.run({ $file: file, $now: time });
      return typeof batch === 'string' && endMany(batch, 1, time);
    },
    endMany,
  };
}
