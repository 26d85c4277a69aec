import type { EndpointRecord, WebhookEntrance } from '../../webhook-store.js';
import type { PostgresConnection, Query } from '../connection.js';
import type { MessageQueue } from '../queues.js';
import type { AnnounceInTransaction } from './announce.js';
import { type EndpointRow, endpointColumns, endpointOf, type MessageRow, messageOf } from './rows.js';

/** What callers do with endpoints. */
export function webhookEntrance(connection: PostgresConnection, queue: MessageQueue, announce: AnnounceInTransaction): WebhookEntrance {
  const { query, transaction } = connection;
  const run = statements(connection);
  const find = async (ask: Query, owner: string, id: string): Promise<EndpointRecord | undefined> => {
    const [row] = await ask<EndpointRow>(run.find, [owner, id]);
    return row && endpointOf(row);
  };
  return {
    add: ({ id, owner, events, sealed }, most) =>
      transaction(async (within) => {
        // Two requests of one owner at once would each see room for one more.
        await within('SELECT pg_advisory_xact_lock(hashtext($1))', [`vouch webhooks ${owner}`]);
        return (await within(run.add, [id, owner, events.join(' '), sealed, most])).length === 1;
      }),
    find: (owner, id) => find(query, owner, id),
    async list(owner) {
      return (await query<EndpointRow>(run.list, [owner])).map(endpointOf);
    },
    change: (owner, id, { events, sealed, disabledWhy }) =>
      transaction(async (within) => {
        await within(run.change, [owner, id, events?.join(' ') ?? null, sealed ?? null]);
        if (disabledWhy === null) await within(run.switchOn, [owner, id]);
        if (typeof disabledWhy === 'string' && (await within(run.switchOff, [owner, id, disabledWhy])).length > 0)
          await within(run.giveUpAll, [id]);
        return find(within, owner, id);
      }),
    async remove(owner, id) {
      return (await query(run.remove, [owner, id])).length === 1;
    },
    announce: (owner, endpoint, event) => transaction((within) => announce(within, { ...event, owner, endpoint })),
    async messages(owner, endpoint, { status, after, limit }) {
      const rows = await query<MessageRow>(run.messages, [owner, endpoint, status ?? null, after ?? null, limit + 1]);
      const messages = rows.slice(0, limit).map(messageOf);
      const last = messages.at(-1);
      return { messages, ...(rows.length > limit && last && { next: last.id }) };
    },
    replay: (owner, endpoint, which) =>
      transaction(async (within) => {
        const [message, since] = 'message' in which ? [which.message, null] : [null, which.since];
        const again = await within<{ readonly queued_as: string }>(run.replay, [owner, endpoint, message, since]);
        await queue.sendAll(
          within,
          again.map(({ queued_as: id }) => ({ id })),
        );
        return again.length;
      }),
  };
}

const statements = ({ schema, now }: PostgresConnection) => ({
  add: `
    INSERT INTO ${schema}.webhook(id, owner, events, sealed, created)
    SELECT $1, $2, $3, $4, ${now} WHERE (SELECT count(*) FROM ${schema}.webhook WHERE owner = $2) < $5 RETURNING id`,
  find: `SELECT ${endpointColumns} FROM ${schema}.webhook WHERE owner = $1 AND id = $2`,
  list: `SELECT ${endpointColumns} FROM ${schema}.webhook WHERE owner = $1 ORDER BY id`,
  change: `UPDATE ${schema}.webhook SET events = coalesce($3, events), sealed = coalesce($4, sealed) WHERE owner = $1 AND id = $2`,
  switchOn: `UPDATE ${schema}.webhook SET disabled = NULL, why = NULL, failing = NULL, rests = NULL WHERE owner = $1 AND id = $2`,
  switchOff: `UPDATE ${schema}.webhook SET disabled = ${now}, why = $3 WHERE owner = $1 AND id = $2 AND disabled IS NULL RETURNING id`,
  giveUpAll: `UPDATE ${schema}.webhook_message SET status = 'failed', due = NULL, run = NULL WHERE endpoint = $1 AND status = 'pending'`,
  remove: `DELETE FROM ${schema}.webhook WHERE owner = $1 AND id = $2 RETURNING id`,
  messages: `
    SELECT m.id, m.type, m.about, m.created, m.status, m.due,
           coalesce((SELECT jsonb_agg(jsonb_build_object('at', a.at, 'status', a.status, 'ms', a.ms, 'error', a.error) ORDER BY a.at)
                       FROM ${schema}.webhook_attempt a WHERE a.message = m.id), '[]') AS tried
      FROM ${schema}.webhook_message m JOIN ${schema}.webhook w ON w.id = m.endpoint
     WHERE w.owner = $1 AND w.id = $2 AND ($3::text IS NULL OR m.status = $3)
       AND ($4::text IS NULL OR (m.created, m.id) < (SELECT created, id FROM ${schema}.webhook_message WHERE id = $4))
     ORDER BY m.created DESC, m.id DESC LIMIT $5`,
  replay: `
    UPDATE ${schema}.webhook_message SET status = 'pending', attempts = 0, due = ${now}, run = NULL, leased = NULL, queued_as = gen_random_uuid()
     WHERE endpoint = (SELECT id FROM ${schema}.webhook WHERE owner = $1 AND id = $2 AND disabled IS NULL)
       AND CASE WHEN $3::text IS NULL THEN status = 'failed' AND created >= $4 ELSE id = $3 END
    RETURNING queued_as`,
});
