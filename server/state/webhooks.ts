import sql, { join, raw, type Sql } from 'sql-template-tag';
import { all, type Database, only, pageOf, type Query, recordOf, type Time } from './database.js';
import {
  type AttemptRecord,
  type ClaimedMessage,
  type DeliveryOutcome,
  type EndpointRecord,
  type EventRecord,
  type EventType,
  type MessageRecord,
  messageKeepMs,
  type WebhookBacklog,
  type WebhookStore,
} from './webhook-store.js';

/** What callers and operators do with endpoints. */
export function webhookRequests(
  database: Database,
  announce: AnnounceWithin,
): Pick<WebhookStore, 'add' | 'find' | 'list' | 'change' | 'remove' | 'announce' | 'messages' | 'replay' | 'survey'> {
  const { now, query, transaction } = database;
  const { webhook: table, message: messages, attempt: attempts } = database.tables;
  const found = async (ask: Query, ...conditions: readonly Sql[]): Promise<readonly EndpointRecord[]> =>
    (await ask<EndpointRow>(sql`SELECT ${endpointColumns} FROM ${table} AS w WHERE ${all(...conditions)} ORDER BY id`)).map(endpointOf);
  const own = (owner: string, id: string): Sql => sql`owner = ${owner} AND id = ${id}`;
  const change = (ask: Query, columns: Sql, condition: Sql) => ask(sql`UPDATE ${table} SET ${columns} WHERE ${condition} RETURNING id`);
  return {
    add: ({ id, owner, events, sealed }, most) =>
      transaction(async (within) => {
        // Two requests of one owner at once would each see room for one more.
        await database.lock(within, `vouch webhooks ${owner}`);
        const added = await within(sql`
          INSERT INTO ${table}(id, owner, events, sealed, created) SELECT ${id}, ${owner}, ${events.join(' ')}, ${sealed}, ${now}
           WHERE (SELECT count(*) FROM ${table} WHERE owner = ${owner}) < ${most} RETURNING id`);
        return added.length === 1;
      }),
    find: async (owner, id) => (await found(query, own(owner, id)))[0],
    list: (owner) => found(query, sql`owner = ${owner}`),
    change: (owner, id, { events, sealed, disabledWhy }) =>
      transaction(async (within) => {
        if (events) await change(within, sql`events = ${events.join(' ')}`, own(owner, id));
        if (sealed) await change(within, sql`sealed = ${sealed}`, own(owner, id));
        if (disabledWhy === null) await change(within, sql`disabled = NULL, why = NULL, failing = NULL, rests = NULL`, own(owner, id));
        if (typeof disabledWhy === 'string') {
          const off = await change(within, sql`disabled = ${now}, why = ${disabledWhy}`, sql`${own(owner, id)} AND disabled IS NULL`);
          if (off.length === 1) await within(giveUpMessages(database, id));
        }
        return (await found(within, own(owner, id)))[0];
      }),
    remove: (owner, id) =>
      transaction(async (within) => {
        const tried = sql`SELECT m.id FROM ${messages} AS m JOIN ${table} AS w ON w.id = m.endpoint WHERE w.owner = ${owner} AND w.id = ${id}`;
        await within(sql`DELETE FROM ${attempts} WHERE message IN (${tried})`);
        await within(sql`DELETE FROM ${messages} WHERE id IN (${tried})`);
        return (await within(sql`DELETE FROM ${table} WHERE ${own(owner, id)} RETURNING id`)).length === 1;
      }),
    announce: (owner, endpoint, event) => transaction((within) => announce(within, { ...event, owner, endpoint })),
    async messages(owner, endpoint, { status, after, limit }) {
      const conditions = all(
        sql`w.owner = ${owner} AND w.id = ${endpoint}`,
        status && sql`m.status = ${status}`,
        after === undefined ? undefined : sql`(m.created, m.id) < (SELECT created, id FROM ${messages} WHERE id = ${after})`,
      );
      const rows = await query<MessageRecord>(sql`
        SELECT m.id, m.type, m.about, m.created AS "createdAt", m.status, m.due AS "dueAt" FROM ${messages} AS m JOIN ${table} AS w ON w.id = m.endpoint
         WHERE ${conditions} ORDER BY m.created DESC, m.id DESC LIMIT ${limit + 1}`);
      const { messages: page, ...next } = pageOf('messages', rows.map(recordOf), limit);
      const tried = await query<AttemptRecord & { readonly message: string; readonly at: Date }>(sql`
        SELECT message, at, status, ms, error FROM ${attempts} WHERE message ${database.isOneOf(page.map(({ id }) => id))} ORDER BY at`);
      const byMessage = Map.groupBy(tried, ({ message }) => message);
      const attemptsOf = ({ id }: MessageRecord) => (byMessage.get(id) ?? []).map(({ message: _, ...attempt }) => recordOf(attempt));
      return { messages: page.map((message) => ({ ...message, attempts: attemptsOf(message) })), ...next };
    },
    async replay(owner, endpoint, which) {
      const chosen = 'message' in which ? sql`id = ${which.message}` : sql`status = 'failed' AND created >= ${which.since}`;
      const again = await query(sql`
        UPDATE ${messages} SET status = 'pending', attempts = 0, due = ${now}, run = NULL, leased = NULL
         WHERE endpoint = (SELECT id FROM ${table} WHERE ${own(owner, endpoint)} AND disabled IS NULL) AND ${chosen} RETURNING id`);
      return again.length;
    },
    async survey({ id, owner, disabled, limit }) {
      const count = (status: Sql): Sql => sql`(SELECT count(*) FROM ${messages} AS m WHERE m.endpoint = w.id AND m.status = ${status})`;
      const conditions = all(
        sql`true`,
        id === undefined ? undefined : sql`w.id = ${id}`,
        owner === undefined ? undefined : sql`w.owner = ${owner}`,
        disabled === undefined ? undefined : sql`w.disabled IS ${disabled ? sql`NOT NULL` : sql`NULL`}`,
      );
      const rows = await query<EndpointRow & { readonly pending: string | number; readonly failed: string | number }>(sql`
        SELECT ${endpointColumns}, ${count(sql`'pending'`)} AS pending, ${count(sql`'failed'`)} AS failed
          FROM ${table} AS w WHERE ${conditions} ORDER BY w.id DESC LIMIT ${limit}`);
      return rows.map((row) => {
        const { sealed: _, ...endpoint } = endpointOf(row);
        return { ...endpoint, pending: Number(row.pending), failed: Number(row.failed) };
      });
    },
  };
}

/** Nothing more is sent to an endpoint that is switched off. */
const giveUpMessages = ({ tables: { message } }: Database, endpoint: string): Sql =>
  sql`UPDATE ${message} SET status = 'failed', due = NULL, run = NULL, leased = NULL WHERE endpoint = ${endpoint} AND status = 'pending'`;

const endpointColumns = raw(
  'w.id, w.owner, w.events, w.sealed, w.created AS "createdAt", w.failing AS "failingSince", w.disabled AS "disabledAt", w.why AS "disabledWhy"',
);

interface EndpointRow extends Omit<EndpointRecord, 'events'> {
  readonly events: string;
}

const endpointOf = <Row extends EndpointRow>(row: Row) => ({ ...recordOf(row), events: row.events.split(' ') as EventType[] });

interface ClaimedDeliveryRow extends EventRecord {
  readonly run: string;
  /** Attempts that were made, this one included. */
  readonly attempts: number;
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
        SELECT m.id, m.type, m.about, m.created AS "createdAt", m.run, m.attempts, m.endpoint, w.owner, w.sealed, w.failing, ${now} AS time, j.id AS cause, j.request
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
  event: recordOf<EventRecord>(event),
  endpoint: { id: endpoint, owner, sealed },
  failingMs: failing === null ? null : Number(time) - Number(failing),
  attempts: attempts - 1,
  cause: cause !== null && request ? { id: cause, request } : null,
});

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
