import type { DatabaseSync } from 'node:sqlite';
import type { EventRecord } from '../../webhook-store.js';

/** Announces an event to an endpoint, as part of another transaction, whose time is `time`. False where nobody wants it. */
export type AnnounceWithin = (owner: string, endpoint: string, event: Pick<EventRecord, 'id' | 'type' | 'about'>, time: number) => boolean;

/** What is announced while its endpoint is switched off waits to be replayed. */
export function announceWithin(database: DatabaseSync): AnnounceWithin {
  const announce = database.prepare(`
    INSERT INTO webhook_message
    SELECT $id, id, $type, $about, iif(disabled IS NULL, 'pending', 'failed'), 0, $now, iif(disabled IS NULL, $now, NULL), NULL
      FROM webhook WHERE id = $endpoint AND owner = $owner AND instr(' ' || events || ' ', ' ' || $type || ' ') > 0
    ON CONFLICT(id) DO NOTHING RETURNING status`);
  return (owner, endpoint, { id, type, about }, time) =>
    announce.get({ $id: id, $type: type, $about: about, $endpoint: endpoint, $owner: owner, $now: time })?.['status'] === 'pending';
}
