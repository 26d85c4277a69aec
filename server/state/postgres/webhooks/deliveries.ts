import { randomUUID } from 'node:crypto';
import { type DeliveryOutcome, messageKeepMs, type TakenMessage, type WebhookDeliveries } from '../../webhook-store.js';
import type { PostgresConnection, Query } from '../connection.js';
import type { MessageQueue } from '../queues.js';
import { type EventRow, eventOf } from './rows.js';

interface TakenMessageRow extends EventRow {
  readonly run: string;
  readonly attempts: number;
  readonly endpoint: string;
  readonly owner: string;
  readonly sealed: Uint8Array;
  readonly failing_ms: number | null;
  readonly cause: string | null;
  readonly request: Uint8Array | null;
}

/** A message that is sent again through the queue. */
interface AgainRow {
  readonly queued_as: string;
  readonly after_ms: number;
}

/** What senders do with messages. */
export function webhookDeliveries(connection: PostgresConnection, queue: MessageQueue): WebhookDeliveries {
  const { schema, query, transaction } = connection;
  const run = statements(connection);
  return {
    async take(most, leaseMs) {
      await takeBackFromTheDead();
      const messages = await queue.fetch(most);
      if (messages.length === 0) return [];
      await putOff(messages);
      const rows = await query<TakenMessageRow>(run.begin, [messages, leaseMs]);
      await queue.done(messages);
      return rows.map(takenMessage);
    },
    conclude: ({ id, message }, { status, ms, error }, outcome) =>
      transaction(async (within) => {
        const [taken] = await within<{ readonly endpoint: string }>(run.running, [message, id]);
        if (!taken) return false;
        await within(run.note, [message, status, Math.round(ms), error]);
        await follow(within, { message, endpoint: taken.endpoint }, outcome);
        return true;
      }),
    async backlog() {
      const [row] = await query<{ readonly pending: number; readonly oldest_ms: number | null; readonly disabled: number }>(run.backlog);
      return { pending: row?.pending ?? 0, oldestMs: row?.oldest_ms ?? null, disabled: row?.disabled ?? 0 };
    },
    async sweep() {
      await takeBackFromTheDead();
      await query(`DELETE FROM ${schema}.webhook_message WHERE created < (SELECT ${connection.now}) - $1 * interval '1 ms'`, [
        messageKeepMs,
      ]);
    },
  };

  /** A sender that has died may have delivered: the message comes again, under its id. */
  async function takeBackFromTheDead(): Promise<void> {
    if ((await query(run.anyFallen)).length === 0) return;
    await transaction(async (within) => queue.sendAll(within, (await within<AgainRow>(run.fallen)).map(queued)));
  }

  /** What is due while its endpoint rests waits as long as that. */
  async function putOff(messages: readonly string[]): Promise<void> {
    if ((await query(run.anyResting, [messages])).length === 0) return;
    await transaction(async (within) => queue.sendAll(within, (await within<AgainRow>(run.rest, [messages])).map(queued)));
  }

  async function follow(
    within: Query,
    { message, endpoint }: { readonly message: string; readonly endpoint: string },
    outcome: DeliveryOutcome,
  ) {
    switch (outcome.kind) {
      case 'delivered':
        await within(run.end, [message, 'delivered']);
        await within(run.recover, [endpoint]);
        return;
      case 'again': {
        const id = randomUUID();
        await within(run.again, [message, id, outcome.afterMs]);
        await within(run.fail, [endpoint, outcome.restMs]);
        await queue.send(within, { id, afterMs: outcome.afterMs });
        return;
      }
      case 'given up':
        await within(run.end, [message, 'failed']);
        await within(run.fail, [endpoint, outcome.restMs]);
        return;
      case 'switched off':
        await within(run.end, [message, 'failed']);
        await within(run.switchOff, [endpoint, outcome.why]);
        await within(run.giveUpAll, [endpoint]);
    }
  }
}

const queued = ({ queued_as: id, after_ms: afterMs }: AgainRow) => ({ id, afterMs });

const takenMessage = ({
  run,
  endpoint,
  owner,
  sealed,
  failing_ms: failingMs,
  attempts,
  cause,
  request,
  ...event
}: TakenMessageRow): TakenMessage => ({
  run: { id: run, message: event.id },
  event: eventOf(event),
  endpoint: { id: endpoint, owner, sealed },
  failingMs,
  attempts: attempts - 1,
  cause: cause !== null && request ? { id: cause, request } : null,
});

function statements({ schema, now }: PostgresConnection) {
  const [table, endpoints, jobs] = [`${schema}.webhook_message`, `${schema}.webhook`, `${schema}.job_record`];
  const cause = `CASE m.type WHEN 'batch.done' THEN (SELECT min(id) FROM ${jobs} WHERE batch = m.about) ELSE m.about END`;
  const fallen = `status = 'pending' AND leased < (SELECT ${now})`;
  const resting = `m.queued_as = ANY($1::uuid[]) AND m.status = 'pending' AND m.run IS NULL AND w.id = m.endpoint AND w.rests > (SELECT ${now})`;
  return {
    anyFallen: `SELECT 1 FROM ${table} WHERE ${fallen} LIMIT 1`,
    fallen: `UPDATE ${table} SET run = NULL, leased = NULL, due = ${now}, queued_as = gen_random_uuid() WHERE ${fallen} RETURNING queued_as, 0 AS after_ms`,
    anyResting: `SELECT 1 FROM ${table} m, ${endpoints} w WHERE ${resting} LIMIT 1`,
    rest: `
      UPDATE ${table} m SET due = w.rests, queued_as = gen_random_uuid() FROM ${endpoints} w WHERE ${resting}
      RETURNING m.queued_as, extract(epoch FROM w.rests - ${now})::float8 * 1000 AS after_ms`,
    begin: `
      UPDATE ${table} m SET run = gen_random_uuid(), attempts = m.attempts + 1, leased = ${now} + $2 * interval '1 ms' FROM ${endpoints} w
       WHERE m.queued_as = ANY($1::uuid[]) AND m.status = 'pending' AND m.run IS NULL AND w.id = m.endpoint
      RETURNING m.id, m.type, m.about, m.created, m.run, m.attempts, m.endpoint, w.owner, w.sealed,
                extract(epoch FROM ${now} - w.failing)::float8 * 1000 AS failing_ms,
                ${cause} AS cause, (SELECT request FROM ${jobs} j WHERE j.id = ${cause}) AS request`,
    running: `SELECT endpoint FROM ${table} WHERE id = $1 AND run = $2 AND status = 'pending' FOR UPDATE`,
    note: `INSERT INTO ${schema}.webhook_attempt(message, at, status, ms, error) VALUES ($1, ${now}, $2, $3, $4)`,
    end: `UPDATE ${table} SET status = $2, due = NULL, run = NULL, leased = NULL WHERE id = $1`,
    again: `
      UPDATE ${table} SET queued_as = $2, due = ${now} + $3 * interval '1 ms', run = NULL, leased = NULL WHERE id = $1`,
    recover: `UPDATE ${endpoints} SET failing = NULL, rests = NULL WHERE id = $1 AND failing IS NOT NULL`,
    fail: `
      UPDATE ${endpoints} SET failing = coalesce(failing, ${now}), rests = greatest(rests, ${now} + $2 * interval '1 ms') WHERE id = $1`,
    switchOff: `UPDATE ${endpoints} SET disabled = ${now}, why = $2 WHERE id = $1 AND disabled IS NULL`,
    giveUpAll: `UPDATE ${table} SET status = 'failed', due = NULL, run = NULL, leased = NULL WHERE endpoint = $1 AND status = 'pending'`,
    backlog: `
      SELECT (SELECT count(*)::int FROM ${table} WHERE status = 'pending') AS pending,
             (SELECT extract(epoch FROM ${now} - min(created))::float8 * 1000 FROM ${table} WHERE status = 'pending') AS oldest_ms,
             (SELECT count(*)::int FROM ${endpoints} WHERE disabled IS NOT NULL) AS disabled`,
  };
}
