import sql, { raw, type Sql } from 'sql-template-tag';
import type { AnnounceWithin } from './announce.js';
import { all, type Database, dateOf, pageOf, type Query, type Time } from './database.js';
import type { AttemptRecord, EndpointRecord, EventRecord, EventType, MessageRecord, MessageStatus, WebhookStore } from './webhook-store.js';

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
      const rows = await query<MessageRow>(sql`
        SELECT m.id, m.type, m.about, m.created, m.status, m.due FROM ${messages} AS m JOIN ${table} AS w ON w.id = m.endpoint
         WHERE ${conditions} ORDER BY m.created DESC, m.id DESC LIMIT ${limit + 1}`);
      const { page, ...next } = pageOf(rows, limit);
      const tried = await query<AttemptRow>(sql`
        SELECT message, at, status, ms, error FROM ${attempts} WHERE message ${database.isOneOf(page.map(({ id }) => id))} ORDER BY at`);
      const byMessage = Map.groupBy(tried, ({ message }) => message);
      return { messages: page.map((row) => messageOf(row, byMessage.get(row.id) ?? [])), ...next };
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
      const rows = await query<SurveyedWebhookRow>(sql`
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
export const giveUpMessages = ({ tables: { message } }: Database, endpoint: string): Sql =>
  sql`UPDATE ${message} SET status = 'failed', due = NULL, run = NULL, leased = NULL WHERE endpoint = ${endpoint} AND status = 'pending'`;

const endpointColumns = raw('w.id, w.owner, w.events, w.sealed, w.created, w.failing, w.disabled, w.why');

interface EndpointRow {
  readonly id: string;
  readonly owner: string;
  readonly events: string;
  readonly sealed: Uint8Array;
  readonly created: Time;
  readonly failing: Time | null;
  readonly disabled: Time | null;
  readonly why: string | null;
}

interface SurveyedWebhookRow extends EndpointRow {
  readonly pending: string | number;
  readonly failed: string | number;
}

const endpointOf = (row: EndpointRow): EndpointRecord => ({
  id: row.id,
  owner: row.owner,
  events: row.events.split(' ') as EventType[],
  sealed: row.sealed,
  createdAt: new Date(row.created),
  failingSince: dateOf(row.failing),
  disabledAt: dateOf(row.disabled),
  disabledWhy: row.why,
});

export interface EventRow {
  readonly id: string;
  readonly type: EventType;
  readonly about: string;
  readonly created: Time;
}

export const eventOf = ({ id, type, about, created }: EventRow): EventRecord => ({ id, type, about, createdAt: new Date(created) });

interface MessageRow extends EventRow {
  readonly status: MessageStatus;
  readonly due: Time | null;
}

interface AttemptRow extends AttemptRecord {
  readonly message: string;
  readonly at: Time;
}

const messageOf = (row: MessageRow, attempts: readonly AttemptRow[]): MessageRecord => ({
  ...eventOf(row),
  status: row.status,
  dueAt: dateOf(row.due),
  attempts: attempts.map(({ at, status, ms, error }) => ({ at: new Date(at), status, ms, error })),
});
