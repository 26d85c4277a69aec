import { messageIdOf } from '../../webhook-store.js';
import type { PostgresConnection, Query } from '../connection.js';
import type { AnnounceInTransaction } from '../webhooks/announce.js';

/** What else happens where a job ends, in the transaction that ends it. */
export interface BatchEndsInTransaction {
  /** Releases the file of a job that has ended, and counts the job in its batch. True where it was the last job of the batch, which ends with it. */
  end(within: Query, job: { readonly batch: string | null; readonly file: string | null }): Promise<boolean>;
  /** The same of many jobs of one batch, whose files stay until the next sweep. */
  endMany(within: Query, batch: string, jobs: number): Promise<boolean>;
}

interface CountedBatch {
  readonly owner: string;
  readonly webhook: string | null;
  readonly unfinished: number;
}

export function batchEndsInTransaction(
  { schema, now }: Pick<PostgresConnection, 'schema' | 'now'>,
  announce: AnnounceInTransaction,
): BatchEndsInTransaction {
  const count = `
    UPDATE ${schema}.batch SET unfinished = unfinished - $2::int, ended = CASE WHEN unfinished = $2::int THEN ${now} END,
           kept = CASE WHEN unfinished = $2::int THEN ${now} + keep END
     WHERE id = $1 RETURNING owner, webhook, unfinished`;
  // Of two jobs that end at once each may see the other still running: the sweep then forgets their file.
  const release = `
    DELETE FROM ${schema}.file WHERE id = $1 AND expires <= ${now}
       AND NOT EXISTS (SELECT FROM ${schema}.job_record WHERE file = $1 AND status IN ('staged', 'queued', 'running'))`;
  const endMany: BatchEndsInTransaction['endMany'] = async (within, batch, jobs) => {
    if (jobs === 0) return false;
    const [row] = await within<CountedBatch>(count, [batch, jobs]);
    if (row?.unfinished !== 0) return false;
    const { owner, webhook: endpoint } = row;
    if (endpoint !== null) await announce(within, { id: messageIdOf(batch), type: 'batch.done', about: batch, owner, endpoint });
    return true;
  };
  return {
    async end(within, { batch, file }) {
      if (file !== null) await within(release, [file]);
      return batch !== null && endMany(within, batch, 1);
    },
    endMany,
  };
}
