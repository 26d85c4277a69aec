import type { EventRecord } from '../../webhook-store.js';
import type { PostgresConnection, Query } from '../connection.js';
import type { MessageQueue } from '../queues.js';

/** An event of which an owner's endpoint is to be told. */
export interface Announced extends Pick<EventRecord, 'id' | 'type' | 'about'> {
  readonly owner: string;
  readonly endpoint: string;
}

/** Announces an event as part of a transaction. False where nobody wants it. */
export type AnnounceInTransaction = (within: Query, event: Announced) => Promise<boolean>;

/** What is announced while its endpoint is switched off waits to be replayed. */
export function announceInTransaction({ schema, now }: PostgresConnection, queue: MessageQueue): AnnounceInTransaction {
  const announce = `
    INSERT INTO ${schema}.webhook_message(id, endpoint, type, about, status, created, due, queued_as)
    SELECT $1, w.id, $2, $3, CASE WHEN w.disabled IS NULL THEN 'pending' ELSE 'failed' END, ${now}, CASE WHEN w.disabled IS NULL THEN ${now} END,
           gen_random_uuid()
      FROM ${schema}.webhook w WHERE w.id = $4 AND w.owner = $5 AND $2 = ANY(string_to_array(w.events, ' '))
    ON CONFLICT (id) DO NOTHING RETURNING status, queued_as`;
  return async (within, { id, type, about, endpoint, owner }) => {
    const [row] = await within<{ readonly status: string; readonly queued_as: string }>(announce, [id, type, about, endpoint, owner]);
    if (row?.status !== 'pending') return false;
    await queue.send(within, { id: row.queued_as });
    return true;
  };
}
