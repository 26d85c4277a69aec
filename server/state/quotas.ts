import sql, { type Sql } from 'sql-template-tag';
import type { AnswersWithin } from './answers.js';
import { Chain, type Database, only, type Query, type Time } from './database.js';
import type { Allowance, Hold, QuotaStore, RateStore } from './store.js';

const dayMs = 86_400_000;

/** Credits as part of a transaction. */
export interface CreditsWithin {
  reserve(query: Query, hold: Hold, limit: number): Promise<boolean>;
  /** Counts credits as held whose holds are added after it. The day of them; undefined where the limit does not allow them. */
  reserveTotal(query: Query, held: Pick<Hold, 'client' | 'credits'>, limit: number): Promise<string | undefined>;
  charge(query: Query, id: string, credits: number): Promise<void>;
  /** Gives holds back. */
  release(query: Query, ids: readonly string[]): Promise<void>;
}

export function creditsWithin(database: Database): CreditsWithin {
  const { hold, quota } = database.tables;
  const { now, today, ms } = database;
  /** Counts credits as held where the day's limit allows them. The quota's row is locked first and its newest version is used. */
  const held = ({ client, credits }: Pick<Hold, 'client' | 'credits'>, limit: number, condition: Sql): Sql => sql`
    INSERT INTO ${quota} AS q SELECT ${client}, ${today}, 0, CAST(${credits} AS bigint)
     WHERE CAST(${credits} AS bigint) <= CAST(${limit} AS bigint) AND ${condition}
    ON CONFLICT (client, day) DO UPDATE SET held = q.held + excluded.held WHERE q.used + q.held + excluded.held <= CAST(${limit} AS bigint)
    RETURNING day, CAST(day AS text) AS written`;
  return {
    async reserve(query, { id, client, credits, leaseMs }, limit) {
      if (database.releasesAtReserve) await query(endHolds(database, isExpired(now)));
      // Of two concurrent holds with one id the second violates the primary key of hold, which undoes all of it.
      const reserved = new Chain(
        [
          ['known(id)', sql`SELECT id FROM ${hold} WHERE id = ${id}`],
          ['fits(day, written)', held({ client, credits }, limit, sql`NOT EXISTS (SELECT id FROM known)`)],
          [
            'held(id)',
            sql`INSERT INTO ${hold}(id, client, day, credits, lease_until)
                SELECT ${id}, ${client}, day, ${credits}, ${now} + ${ms(leaseMs)} FROM fits RETURNING id`,
          ],
        ],
        sql`SELECT id FROM known UNION ALL SELECT id FROM held`,
      );
      return (await query(reserved)).length > 0;
    },
    async reserveTotal(query, { client, credits }, limit) {
      if (database.releasesAtReserve) await query(endHolds(database, isExpired(now)));
      return (await query<{ readonly written: string }>(held({ client, credits }, limit, sql`true`)))[0]?.written;
    },
    async charge(query, id, credits) {
      await query(endHolds(database, sql`id = ${id}`, { credits }));
    },
    async release(query, ids) {
      if (ids.length > 0) await query(endHolds(database, sql`id ${database.isOneOf(ids)}`));
    },
  };
}

const isExpired = (now: Sql): Sql => sql`lease_until < (SELECT ${now})`;

/** Ends the holds of a condition and charges what was really used. They are summed first, because an UPDATE joins each row only once. */
function endHolds(
  { tables: { hold, quota } }: Database,
  condition: Sql,
  charged?: { readonly credits: number; readonly before?: readonly QuotaStep[] },
) {
  return new Chain(
    [
      ...(charged?.before ?? []),
      ['ended(client, day, credits)', sql`DELETE FROM ${hold} WHERE ${condition} RETURNING client, day, credits`],
    ],
    sql`UPDATE ${quota} AS q SET held = q.held - s.credits, used = q.used + CAST(${charged?.credits ?? 0} AS bigint)
          FROM (SELECT client, day, sum(credits) AS credits FROM ended GROUP BY client, day) AS s WHERE q.client = s.client AND q.day = s.day`,
  );
}

type QuotaStep = Chain['steps'][number];

export function quotaStore(database: Database, answers: AnswersWithin): QuotaStore & { sweep(): Promise<void> } {
  const { quota } = database.tables;
  const { now, today, query } = database;
  const within = creditsWithin(database);
  const allowance = async (client: string, limit: number): Promise<Allowance> => {
    const spent = sql`SELECT used + held FROM ${quota} WHERE client = ${client} AND day = ${today}`;
    const row = only(
      await query<{ readonly time: Time; readonly spent: string | number | null }>(sql`SELECT ${now} AS time, (${spent}) AS spent`),
    );
    return { left: Math.max(0, limit - Number(row.spent ?? 0)), resetsInMs: dayMs - (Number(row.time) % dayMs) };
  };
  return {
    allowance,
    async reserve(wanted, limit) {
      return { granted: await within.reserve(query, wanted, limit), ...(await allowance(wanted.client, limit)) };
    },
    async charge(id, credits, made) {
      const before: readonly QuotaStep[] = made ? [['kept', answers.keepStatement(made)]] : [];
      await query(endHolds(database, sql`id = ${id}`, { credits, before }));
    },
    async sweep() {
      await query(endHolds(database, isExpired(now)));
      await query(sql`DELETE FROM ${quota} WHERE held = 0 AND day < ${database.yesterday}`);
    },
  };
}

/** Two readings of one clock, on two processors of a virtual machine, may differ by as much without it having been set back. */
const clockSkewMs = 1_000;

/**
 * The generic cell rate algorithm in one statement. `tat` is the time at which the client is exactly on its pace again.
 * A `tat` much further ahead than any allowed call can set means that the clock was set back, and the client starts anew.
 * PostgreSQL reads the time again in each place, after the wait for the row lock.
 */
export function rateStore({ tables: { rate }, now, ms, query }: Database): RateStore & { sweep(): Promise<void> } {
  return {
    async take(client, { everyMs, slackMs }) {
      const [every, ahead] = [ms(everyMs), ms(slackMs + everyMs + clockSkewMs)];
      const taken = await query(sql`
        INSERT INTO ${rate} AS r VALUES (${client}, ${now} + ${every})
        ON CONFLICT (client) DO UPDATE SET tat = CASE WHEN r.tat > ${now} + ${ahead} THEN ${now} ELSE greatest(r.tat, ${now}) END + ${every}
         WHERE r.tat <= ${now} + ${ms(slackMs)} OR r.tat > ${now} + ${ahead}
        RETURNING tat`);
      return taken.length === 1;
    },
    async sweep() {
      await query(sql`DELETE FROM ${rate} WHERE tat < (SELECT ${now})`);
    },
  };
}
