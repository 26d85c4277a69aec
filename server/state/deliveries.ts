import sql, { join, type Sql } from 'sql-template-tag';
import { type Database, only, type Query, type Time } from './database.js';
import { type ClaimedMessage, type DeliveryOutcome, messageKeepMs, type WebhookBacklog, type WebhookStore } from './webhook-store.js';
import { type EventRow, eventOf, giveUpMessages } from './webhooks.js';

interface ClaimedDeliveryRow extends EventRow {
  readonly run: string;
  /** Attempts that were made, this one included. */
  readonly attempts: number;
  readonly due: Time;
  readonly endpoint: string;
  readonly owner: string;
  readonly sealed: Uint8Array;
  readonly failing: Time | null;
  readonly time: Time;
  readonly cause: string | null;
  readonly request: Uint8Array | null;
}

interface DeliveryBacklogRow {
  readonly pending: string | number;
  readonly oldest: Time | null;
  readonly disabled: string | number;
  readonly time: Time;
}

/** How many messages of one owner are sent at a time, by all senders together. */
const ownersMessages = 8;

/** What senders do with messages. */
export function deliveries(database: Database): Pick<WebhookStore, 'claim' | 'conclude' | 'backlog' | 'sweep'> {
  const { now, ms, query, transaction, forUpdate, skipLocked } = database;
  const { message: table, webhook: endpoints, attempt: attempts, job: jobs } = database.tables;
  // A sender that has died may have delivered: the message is sent again under its id once the lease is over.
  const isDue = sql`status = 'pending' AND due <= (SELECT ${now}) AND (leased IS NULL OR leased < (SELECT ${now}))`;
  const places = Array.from({ length: ownersMessages }, (_, at) => at);
  const messageAt = (at: number): Sql => sql`
    SELECT (SELECT id FROM ${table} WHERE endpoint = waiting.endpoint AND ${isDue} ORDER BY due, id LIMIT 1 OFFSET ${at}) AS id FROM waiting`;
  // Owners take turns: each message has a place behind those of its owner that are being sent. So that one with many costs no more than one with
  // few, the endpoints are found one by one in the index, and of each the first few messages.
  const ranked = sql`
    flying AS (
      SELECT w.owner, count(*) AS messages FROM ${table} AS m JOIN ${endpoints} AS w ON w.id = m.endpoint
       WHERE m.status = 'pending' AND m.leased >= (SELECT ${now}) GROUP BY w.owner),
    waiting(endpoint) AS (
      SELECT min(endpoint) FROM ${table} WHERE status = 'pending'
      UNION ALL
      SELECT (SELECT min(m.endpoint) FROM ${table} AS m WHERE m.status = 'pending' AND m.endpoint > waiting.endpoint)
        FROM waiting WHERE waiting.endpoint IS NOT NULL),
    first AS (
      SELECT m.id, m.due, w.owner FROM (${join(places.map(messageAt), ' UNION ALL ')}) AS found
        JOIN ${table} AS m ON m.id = found.id JOIN ${endpoints} AS w ON w.id = m.endpoint),
    ranked AS (
      SELECT id, due, row_number() OVER (PARTITION BY first.owner ORDER BY due, id) + coalesce(flying.messages, 0) AS place
        FROM first LEFT JOIN flying ON flying.owner = first.owner)`;
  return {
    async claim(most, leaseMs) {
      if ((await query(sql`SELECT id FROM ${table} WHERE ${isDue} LIMIT 1`)).length === 0) return [];
      // What is due while its endpoint rests waits as long as that.
      await query(sql`
        UPDATE ${table} SET due = (SELECT w.rests FROM ${endpoints} AS w WHERE w.id = endpoint)
         WHERE ${isDue} AND endpoint IN (SELECT w.id FROM ${endpoints} AS w WHERE w.rests > (SELECT ${now}))`);
      const claimed = await query<{ readonly id: string }>(sql`
        WITH RECURSIVE ${ranked}, next AS (
          SELECT id FROM ${table} WHERE id IN (SELECT id FROM ranked WHERE place <= ${ownersMessages} ORDER BY place, due, id LIMIT ${most})
            AND ${isDue} ORDER BY id${skipLocked})
        UPDATE ${table} SET run = gen_random_uuid(), attempts = attempts + 1, leased = ${now} + ${ms(leaseMs)}
         WHERE id IN (SELECT id FROM next) RETURNING id`);
      if (claimed.length === 0) return [];
      const rows = await query<ClaimedDeliveryRow>(sql`
        SELECT m.id, m.type, m.about, m.created, m.run, m.attempts, m.endpoint, w.owner, w.sealed, w.failing, ${now} AS time, j.id AS cause, j.request
          FROM ${table} AS m JOIN ${endpoints} AS w ON w.id = m.endpoint
          LEFT JOIN ${jobs} AS j ON j.id = CASE m.type WHEN 'batch.done' THEN (SELECT min(id) FROM ${jobs} WHERE batch = m.about) ELSE m.about END
         WHERE m.id ${database.isOneOf(claimed.map(({ id }) => id))} ORDER BY m.due, m.id`);
      return rows.map(claimedMessage);
    },
    conclude: ({ id, message }, { status, ms: took, error }, outcome) =>
      transaction(async (within) => {
        const [claimed] = await within<{ readonly endpoint: string }>(
          sql`SELECT endpoint FROM ${table} WHERE id = ${message} AND run = ${id} AND status = 'pending'${forUpdate}`,
        );
        if (!claimed) return false;
        await within(sql`
          INSERT INTO ${attempts}(message, at, status, ms, error) SELECT ${message}, ${now}, ${status}, ${Math.round(took)}, ${error}`);
        await follow(within, { message, endpoint: claimed.endpoint }, outcome);
        return true;
      }),
    async backlog(): Promise<WebhookBacklog> {
      const { pending, oldest, disabled, time } = only(
        await query<DeliveryBacklogRow>(sql`
          SELECT (SELECT count(*) FROM ${table} WHERE status = 'pending') AS pending,
                 (SELECT min(created) FROM ${table} WHERE status = 'pending') AS oldest,
                 (SELECT count(*) FROM ${endpoints} WHERE disabled IS NOT NULL) AS disabled, ${now} AS time`),
      );
      const oldestMs = oldest === null ? null : Math.max(0, Number(time) - Number(oldest));
      return { pending: Number(pending), oldestMs, disabled: Number(disabled) };
    },
    async sweep() {
      const old = sql`created < (SELECT ${now}) - ${ms(messageKeepMs)}`;
      await query(sql`DELETE FROM ${attempts} WHERE message IN (SELECT id FROM ${table} WHERE ${old})`);
      await query(sql`DELETE FROM ${table} WHERE ${old}`);
    },
  };

  async function follow(
    query: Query,
    of: { readonly message: string; readonly endpoint: string },
    outcome: DeliveryOutcome,
  ): Promise<void> {
    const { message, endpoint } = of;
    const end = (status: 'delivered' | 'failed') =>
      query(sql`UPDATE ${table} SET status = ${status}, due = NULL, run = NULL, leased = NULL WHERE id = ${message}`);
    const fail = (restMs: number) =>
      query(sql`
        UPDATE ${endpoints} SET failing = coalesce(failing, ${now}), rests = greatest(rests, ${now} + ${ms(Math.round(restMs))}) WHERE id = ${endpoint}`);
    switch (outcome.kind) {
      case 'delivered':
        await end('delivered');
        await query(sql`UPDATE ${endpoints} SET failing = NULL, rests = NULL WHERE id = ${endpoint} AND failing IS NOT NULL`);
        return;
      case 'again':
        await query(sql`
          UPDATE ${table} SET due = ${now} + ${ms(Math.round(outcome.afterMs))}, run = NULL, leased = NULL WHERE id = ${message}`);
        await fail(outcome.restMs);
        return;
      case 'given up':
        await end('failed');
        await fail(outcome.restMs);
        return;
      case 'switched off':
        await end('failed');
        await query(sql`UPDATE ${endpoints} SET disabled = ${now}, why = ${outcome.why} WHERE id = ${endpoint} AND disabled IS NULL`);
        await query(giveUpMessages(database, endpoint));
    }
  }
}

const claimedMessage = ({
  run,
  endpoint,
  owner,
  sealed,
  failing,
  time,
  attempts,
  cause,
  request,
  ...event
}: ClaimedDeliveryRow): ClaimedMessage => ({
  run: { id: run, message: event.id },
  event: eventOf(event),
  endpoint: { id: endpoint, owner, sealed },
  failingMs: failing === null ? null : Number(time) - Number(failing),
  attempts: attempts - 1,
  cause: cause !== null && request ? { id: cause, request } : null,
});
