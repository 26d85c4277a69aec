import sql, { raw, type Sql } from 'sql-template-tag';
import { type Database, dateOf, only, type Query, type Time } from './database.js';
import { type CallerLimits, type FormerSecret, type FoundKey, type KeyChanges, type KeyRecord, type KeyStore, scopesIn } from './store.js';

/** A use is noted anew only after this time, in ms, by whichever server. */
const touchMs = 30_000;

/** How long, in ms, a replaced secret is still known after its end, so that who uses it is told why it ended. */
const keptMs = 30 * 86_400_000;

export function keyStore(database: Database): KeyStore & { sweep(): Promise<void> } {
  const { now, ms, query, transaction, forUpdate } = database;
  const { secret, key, formerSecret } = database.tables;
  const live = sql`revoked IS NULL AND (expires IS NULL OR expires > ${now})`;
  const formers = async (ask: Query, condition: Sql): Promise<readonly FormerRow[]> =>
    ask(sql`SELECT key, display, until FROM ${formerSecret} WHERE ${condition} AND until > (SELECT ${now}) ORDER BY until DESC, hash`);
  /** The key as it is now; its row is kept for the transaction. */
  const taken = async (ask: Query, id: string, condition: Sql): Promise<KeyRow | undefined> =>
    (await ask<KeyRow>(sql`SELECT ${ownColumns} FROM ${key} AS k WHERE id = ${id} AND ${condition}${forUpdate}`))[0];
  let pepper: Promise<Uint8Array> | undefined;
  const readPepper = async (): Promise<Uint8Array> =>
    only(await query<{ readonly value: Uint8Array }>(sql`SELECT value FROM ${secret} WHERE name = 'pepper'`)).value;
  return {
    /** Asked once, because it never changes. */
    pepper() {
      pepper ??= readPepper().catch((error) => {
        pepper = undefined;
        throw error;
      });
      return pepper;
    },
    async add({ id, display, label, scopes, limits, ...times }, hash) {
      await query(sql`
        INSERT INTO ${key}(id, hash, display, label, created, expires, revoked, scopes, limits, used)
        VALUES (${id}, ${hash}, ${display}, ${label}, ${times.createdAt}, ${times.expiresAt}, ${times.revokedAt}, ${scopes.join(' ')},
                ${JSON.stringify(limits)}, ${times.lastUsedAt})`);
    },
    async find(hash) {
      // Every request asks for its key, so this is kept small: planning one statement for both tables took five times as long.
      const [row] = await query<FoundKeyRow>(sql`
        SELECT ${ownColumns}, hash, carried, NULL AS until, ${now} AS instant FROM ${key} AS k WHERE hash = ${hash} AND revoked IS NULL`);
      if (row) return foundOf(row);
      const [former] = await query<FoundKeyRow>(sql`
        SELECT ${ownColumns}, f.hash, f.carried, f.until, ${now} AS instant
          FROM ${formerSecret} AS f JOIN ${key} AS k ON k.id = f.key WHERE f.hash = ${hash} AND k.revoked IS NULL`);
      return former && foundOf(former);
    },
    async read(id) {
      return (await query<KeyRow>(sql`SELECT ${ownColumns} FROM ${key} AS k WHERE id = ${id}`)).map(ownRecordOf)[0];
    },
    async list() {
      const rows = await query<KeyRow>(sql`SELECT ${ownColumns} FROM ${key} AS k ORDER BY created, id`);
      const replaced = Map.groupBy(await formers(query, sql`true`), (former) => former.key);
      return rows.map((row) => recordOf(row, replaced.get(row.id) ?? []));
    },
    async revoke(id) {
      return (await query(sql`UPDATE ${key} SET revoked = ${now} WHERE id = ${id} AND ${live} RETURNING id`)).length === 1;
    },
    change: (id, changes) =>
      transaction(async (ask) => {
        const row = await taken(ask, id, sql`revoked IS NULL`);
        if (!row) return undefined;
        const { label, scopes, limits, expires } = changed(row, changes);
        await ask(sql`UPDATE ${key} SET label = ${label}, scopes = ${scopes}, limits = ${limits}, expires = ${expires} WHERE id = ${id}`);
        return recordOf({ ...row, label, scopes, limits, expires }, await formers(ask, sql`key = ${id}`));
      }),
    rotate: (id, { hash, display, carried }, overlapMs) =>
      transaction(async (ask) => {
        const row = await taken(ask, id, live);
        if (!row) return undefined;
        const until = sql`${now} + ${ms(overlapMs)}`;
        await ask(sql`UPDATE ${formerSecret} SET until = least(until, ${until}) WHERE key = ${id}`);
        await ask(sql`
          INSERT INTO ${formerSecret}(hash, key, display, until, carried) SELECT hash, id, display, ${until}, carried FROM ${key} WHERE id = ${id}`);
        await ask(sql`UPDATE ${key} SET hash = ${hash}, display = ${display}, carried = ${carried} WHERE id = ${id}`);
        return recordOf({ ...row, display }, await formers(ask, sql`key = ${id}`));
      }),
    /** Nobody waits for a note of the last use: it is left out, and made a minute later. */
    async touch(id) {
      await database.queryAtOnce(sql`
        UPDATE ${key} SET used = ${now} WHERE id = ${id} AND (used IS NULL OR used <= ${now} - ${ms(touchMs)} OR used > ${now})`);
    },
    async sweep() {
      await query(sql`DELETE FROM ${formerSecret} WHERE until < (SELECT ${now}) - ${ms(keptMs)}`);
    },
  };
}

const ownColumns = raw('k.id, k.display, k.label, k.scopes, k.limits, k.created, k.expires, k.revoked, k.used');

interface KeyRow {
  readonly id: string;
  readonly display: string;
  readonly label: string;
  readonly scopes: string;
  /** PostgreSQL's driver parses JSON. */
  readonly limits: string | CallerLimits;
  readonly created: Time;
  readonly expires: Time | null;
  readonly revoked: Time | null;
  readonly used: Time | null;
}

interface FoundKeyRow extends KeyRow {
  readonly hash: Uint8Array;
  readonly carried: Uint8Array | null;
  readonly until: Time | null;
  readonly instant: Time;
}

interface FormerRow {
  readonly key: string;
  readonly display: string;
  readonly until: Time;
}

const limitsOf = ({ limits }: KeyRow): CallerLimits => (typeof limits === 'string' ? JSON.parse(limits) : limits);

function changed(row: KeyRow, { label = row.label, scopes, limits, expiresAt }: KeyChanges) {
  const merged = Object.entries({ ...limitsOf(row), ...limits }).filter(([, limit]) => limit !== null);
  return {
    label,
    scopes: scopes?.join(' ') ?? row.scopes,
    limits: JSON.stringify(Object.fromEntries(merged)),
    expires: expiresAt === undefined ? row.expires : expiresAt,
  };
}

const recordOf = (row: KeyRow, formers: readonly FormerRow[]): KeyRecord => ({
  ...ownRecordOf(row),
  formerSecrets: formers.map(({ display, until }): FormerSecret => ({ display, validUntil: new Date(until) })),
});

const ownRecordOf = (row: KeyRow): FoundKey['record'] => ({
  id: row.id,
  display: row.display,
  label: row.label,
  scopes: scopesIn(row.scopes),
  limits: limitsOf(row),
  createdAt: new Date(row.created),
  expiresAt: dateOf(row.expires),
  revokedAt: dateOf(row.revoked),
  lastUsedAt: dateOf(row.used),
});

/** A secret ends with its key, or before it where a rotation has replaced it. */
function foundOf({ hash, carried, until, instant, ...row }: FoundKeyRow): FoundKey {
  const [expires, replaced] = [row.expires, until].map((time) => dateOf(time)?.getTime() ?? Number.POSITIVE_INFINITY) as [number, number];
  const end = Math.min(expires, replaced);
  const ended = expires <= Number(instant) ? 'expired' : 'replaced';
  return {
    record: ownRecordOf(row),
    hash,
    carried,
    state: end > Number(instant) ? 'valid' : ended,
    validUntil: Number.isFinite(end) ? new Date(end) : null,
  };
}
