import type { DatabaseSync } from 'node:sqlite';
import type { WebhookEntrance } from '../../webhook-store.js';
import type { SqliteConnection } from '../migrate.js';
import type { AnnounceWithin } from './announce.js';
import { attemptOf, endpointOf, messageOf, type WebhookRow } from './rows.js';

/** What callers do with endpoints. */
export function webhookEntrance({ database, write }: SqliteConnection, announce: AnnounceWithin): WebhookEntrance {
  const run = statements(database);
  const find = (owner: string, id: string) => {
    const row = run.find.get({ $owner: owner, $id: id });
    return row && endpointOf(row);
  };
  const withAttempts = (row: WebhookRow) => messageOf(row, run.attempts.all({ $message: row['id'] ?? '' }).map(attemptOf));
  return {
    async add({ id, owner, events, sealed }, most) {
      return write((now) => {
        const row = { $id: id, $owner: owner, $events: events.join(' '), $sealed: sealed, $now: now, $most: most };
        return run.add.run(row).changes === 1;
      });
    },
    async find(owner, id) {
      return find(owner, id);
    },
    async list(owner) {
      return run.list.all({ $owner: owner }).map(endpointOf);
    },
    async change(owner, id, { events, sealed, disabledWhy }) {
      return write((now) => {
        if (events) run.setEvents.run({ $owner: owner, $id: id, $events: events.join(' ') });
        if (sealed) run.setSealed.run({ $owner: owner, $id: id, $sealed: sealed });
        if (disabledWhy === null) run.switchOn.run({ $owner: owner, $id: id });
        if (typeof disabledWhy === 'string') {
          const { changes } = run.switchOff.run({ $owner: owner, $id: id, $why: disabledWhy, $now: now });
          if (changes === 1) run.giveUpAll.run({ $endpoint: id });
        }
        return find(owner, id);
      });
    },
    async remove(owner, id) {
      return write(() => {
        if (run.remove.run({ $owner: owner, $id: id }).changes === 0) return false;
        run.removeAttempts.run({ $endpoint: id });
        run.removeMessages.run({ $endpoint: id });
        return true;
      });
    },
    async announce(owner, endpoint, event) {
      return write((now) => announce(owner, endpoint, event, now));
    },
    async messages(owner, endpoint, { status, after, limit }) {
      const filter = { $owner: owner, $endpoint: endpoint, $status: status ?? null, $after: after ?? null, $limit: limit + 1 };
      const rows = run.messages.all(filter);
      const messages = rows.slice(0, limit).map(withAttempts);
      const last = messages.at(-1);
      return { messages, ...(rows.length > limit && last && { next: last.id }) };
    },
    async replay(owner, endpoint, which) {
      const [message, since] = 'message' in which ? [which.message, 0] : [null, which.since.getTime()];
      return write((now) =>
        Number(run.replay.run({ $owner: owner, $endpoint: endpoint, $message: message, $since: since, $now: now }).changes),
      );
    },
  };
}

const statements = (database: DatabaseSync) => ({
  add: database.prepare(`
    INSERT INTO webhook SELECT $id, $owner, $events, $sealed, $now, NULL, NULL, NULL, NULL
     WHERE (SELECT count(*) FROM webhook WHERE owner = $owner) < $most`),
  find: database.prepare('SELECT * FROM webhook WHERE owner = $owner AND id = $id'),
  list: database.prepare('SELECT * FROM webhook WHERE owner = $owner ORDER BY id'),
  setEvents: database.prepare('UPDATE webhook SET events = $events WHERE owner = $owner AND id = $id'),
  setSealed: database.prepare('UPDATE webhook SET sealed = $sealed WHERE owner = $owner AND id = $id'),
  switchOn: database.prepare(
    'UPDATE webhook SET disabled = NULL, why = NULL, failing = NULL, rests = NULL WHERE owner = $owner AND id = $id',
  ),
  switchOff: database.prepare('UPDATE webhook SET disabled = $now, why = $why WHERE owner = $owner AND id = $id AND disabled IS NULL'),
  giveUpAll: database.prepare(
    "UPDATE webhook_message SET status = 'failed', due = NULL, run = NULL WHERE endpoint = $endpoint AND status = 'pending'",
  ),
  remove: database.prepare('DELETE FROM webhook WHERE owner = $owner AND id = $id'),
  removeAttempts: database.prepare(
    'DELETE FROM webhook_attempt WHERE message IN (SELECT id FROM webhook_message WHERE endpoint = $endpoint)',
  ),
  removeMessages: database.prepare('DELETE FROM webhook_message WHERE endpoint = $endpoint'),
  messages: database.prepare(`
    SELECT m.* FROM webhook_message m JOIN webhook w ON w.id = m.endpoint
     WHERE w.owner = $owner AND w.id = $endpoint AND ($status IS NULL OR m.status = $status)
       AND ($after IS NULL OR (m.created, m.id) < (SELECT created, id FROM webhook_message WHERE id = $after))
     ORDER BY m.created DESC, m.id DESC LIMIT $limit`),
  attempts: database.prepare('SELECT * FROM webhook_attempt WHERE message = $message ORDER BY at'),
  replay: database.prepare(`
    UPDATE webhook_message SET status = 'pending', attempts = 0, due = $now, run = NULL
     WHERE endpoint = (SELECT id FROM webhook WHERE id = $endpoint AND owner = $owner AND disabled IS NULL)
       AND iif($message IS NULL, status = 'failed' AND created >= $since, id = $message)`),
});
