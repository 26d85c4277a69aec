import sql from 'sql-template-tag';
import type { Database, Query } from './database.js';
import type { EventRecord } from './webhook-store.js';

/** An event of which an owner's endpoint is to be told. */
export interface Announced extends Pick<EventRecord, 'id' | 'type' | 'about'> {
  readonly owner: string;
  readonly endpoint: string;
}

/** Announces an event as part of a transaction. False where nobody wants it. */
export type AnnounceWithin = (query: Query, event: Announced) => Promise<boolean>;

/** What is announced while its endpoint is switched off waits to be replayed. */
export const announceWithin =
  ({ tables: { webhook, message }, now }: Database): AnnounceWithin =>
  async (query, { id, type, about, endpoint, owner }) => {
    const [announced] = await query<{ readonly status: string }>(sql`
      INSERT INTO ${message}(id, endpoint, type, about, status, attempts, created, due)
      SELECT ${id}, w.id, ${type}, ${about}, CASE WHEN w.disabled IS NULL THEN 'pending' ELSE 'failed' END, 0, ${now},
             CASE WHEN w.disabled IS NULL THEN ${now} END
        FROM ${webhook} AS w WHERE w.id = ${endpoint} AND w.owner = ${owner} AND ' ' || w.events || ' ' LIKE ${`% ${type} %`}
      ON CONFLICT (id) DO NOTHING RETURNING status`);
    return announced?.status === 'pending';
  };
