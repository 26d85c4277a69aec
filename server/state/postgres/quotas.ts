import type { Allowance, Hold, QuotaStore } from '../store.js';
import { keepStatement } from './answers.js';
import type { PostgresConnection, Query } from './connection.js';

/** Credits as part of a transaction, whose statements run through `query`. */
export interface CreditsInTransaction {
  reserve(query: Query, hold: Hold, limit: number): Promise<boolean>;
  /** Counts credits as held whose holds are added after it. The day of them; undefined where the limit does not allow them. */
  reserveTotal(query: Query, held: Pick<Hold, 'client' | 'credits'>, limit: number): Promise<string | undefined>;
  /** Adds holds of one credit each. */
  addHolds(query: Query, holds: Pick<Hold, 'client' | 'leaseMs'> & { readonly day: string }, ids: readonly string[]): Promise<void>;
  settle(query: Query, id: string, credits: number): Promise<void>;
  /** Settles holds at no cost. */
  release(query: Query, ids: readonly string[]): Promise<void>;
}

export function creditsInTransaction({ schema, now }: Pick<PostgresConnection, 'schema' | 'now'>): CreditsInTransaction {
  const { hold: reserve, settle, holdTotal, addHolds, release } = statements(schema, now);
  return {
    async reserve(query, { id, client, credits, leaseMs }, limit) {
      const [row] = await query<{ readonly granted: boolean }>(reserve, [id, client, credits, limit, leaseMs]);
      return row?.granted === true;
    },
    async reserveTotal(query, { client, credits }, limit) {
      const [row] = await query<{ readonly day: string }>(holdTotal, [client, credits, limit]);
      return row?.day;
    },
    async addHolds(query, { client, day, leaseMs }, ids) {
      await query(addHolds, [ids, client, day, leaseMs]);
    },
    async settle(query, id, credits) {
      await query(settle, [id, credits]);
    },
    async release(query, ids) {
      await query(release, [ids]);
    },
  };
}

/** Each change is a single statement, so that no process can stop halfway and leave a row locked for all the others. */
export function postgresQuotas({ schema, now, query }: PostgresConnection): QuotaStore & { sweep(): Promise<void> } {
  const { spent, settleAndKeep, giveBackExpired, forgetPastDays } = statements(schema, now);
  const within = creditsInTransaction({ schema, now });
  const allowance = async (client: string, limit: number): Promise<Allowance> => {
    const [row] = await query<Spent>(spent, [client]);
    return { left: Math.max(0, limit - (row?.spent ?? 0)), resetsInMs: row?.resets_in_ms ?? 0 };
  };
  return {
    allowance,
    async reserve(hold, limit) {
      return { granted: await within.reserve(query, hold, limit), ...(await allowance(hold.client, limit)) };
    },
    async settle(id, credits, made) {
      if (!made) return within.settle(query, id, credits);
      const { claim, answer, keepMs } = made;
      await query(settleAndKeep, [id, credits, claim.name, claim.owner, answer, keepMs]);
    },
    async sweep() {
      await query(giveBackExpired);
      await query(forgetPastDays);
    },
  };
}

interface Spent {
  readonly spent: number;
  readonly resets_in_ms: number;
}

function statements(schema: string, now: string) {
  const moment = `moment AS MATERIALIZED (SELECT ${now} AS instant, (${now} AT TIME ZONE 'utc')::date AS day)`;
  const charge = `
      ended AS (DELETE FROM ${schema}.hold WHERE id = $1 RETURNING client, day, credits)
      UPDATE ${schema}.quota q SET held = q.held - e.credits, used = q.used + $2::bigint
        FROM ended e WHERE q.client = e.client AND q.day = e.day`;
  return {
    spent: `
      WITH ${moment}
      SELECT coalesce(q.used + q.held, 0)::float8 AS spent,
             extract(epoch FROM (m.day + 1)::timestamp AT TIME ZONE 'utc' - m.instant)::float8 * 1000 AS resets_in_ms
        FROM moment m LEFT JOIN ${schema}.quota q ON q.client = $1 AND q.day = m.day`,

    // The quota's row is locked first and its newest version is used. Of two concurrent holds with one id the second violates the primary
    // key of hold, which undoes its whole statement.
    hold: `
      WITH ${moment},
      known AS (SELECT FROM ${schema}.hold WHERE id = $1),
      fits AS (
        INSERT INTO ${schema}.quota AS q
        SELECT $2, day, 0, $3::bigint FROM moment WHERE $3::bigint <= $4::bigint AND NOT EXISTS (SELECT FROM known)
        ON CONFLICT (client, day) DO UPDATE SET held = q.held + excluded.held WHERE q.used + q.held + excluded.held <= $4::bigint
        RETURNING day),
      held AS (
        INSERT INTO ${schema}.hold
        SELECT $1, $2, fits.day, $3::bigint, instant + $5 * interval '1 ms' FROM fits, moment
        RETURNING id)
      SELECT EXISTS (SELECT FROM known) OR EXISTS (SELECT FROM held) AS granted`,

    holdTotal: `
      INSERT INTO ${schema}.quota AS q
      SELECT $1, (${now} AT TIME ZONE 'utc')::date, 0, $2::bigint WHERE $2::bigint <= $3::bigint
      ON CONFLICT (client, day) DO UPDATE SET held = q.held + excluded.held WHERE q.used + q.held + excluded.held <= $3::bigint
      RETURNING day::text`,

    addHolds: `
      INSERT INTO ${schema}.hold SELECT id, $2, $3::date, 1, ${now} + $4 * interval '1 ms' FROM unnest($1::text[]) AS id`,

    release: `
      WITH ended AS (DELETE FROM ${schema}.hold WHERE id = ANY($1::text[]) RETURNING client, day, credits),
      sums AS (SELECT client, day, sum(credits) AS credits FROM ended GROUP BY client, day)
      UPDATE ${schema}.quota q SET held = q.held - s.credits FROM sums s WHERE q.client = s.client AND q.day = s.day`,

    settle: `WITH ${charge}`,

    settleAndKeep: `WITH kept AS (${keepStatement({ schema, now }, 3)}), ${charge}`,

    // The credits are summed first, because an UPDATE joins each row only once.
    giveBackExpired: `
      WITH expired AS (DELETE FROM ${schema}.hold WHERE lease_until < (SELECT ${now}) RETURNING client, day, credits),
      sums AS (SELECT client, day, sum(credits) AS credits FROM expired GROUP BY client, day)
      UPDATE ${schema}.quota q SET held = q.held - s.credits
        FROM sums s WHERE q.client = s.client AND q.day = s.day`,

    forgetPastDays: `DELETE FROM ${schema}.quota WHERE held = 0 AND day < (SELECT (${now} AT TIME ZONE 'utc')::date - 1)`,
  };
}
