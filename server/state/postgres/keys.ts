import { type CallerLimits, scopesIn } from '../grant.js';
import { endOf, keptMs, touchMs } from '../key-times.js';
import type { FoundKey, KeyRecord, KeyStore } from '../store.js';
import type { PostgresConnection } from './connection.js';

export function postgresKeys({ schema, now, query }: PostgresConnection): KeyStore & { sweep(): Promise<void> } {
  const sql = statements(schema, now);
  const first = async (statement: string, values: readonly unknown[]): Promise<KeyRecord | undefined> => {
    const [row] = await query<KeyRow>(statement, values);
    return row && recordOf(row);
  };
  let pepper: Promise<Uint8Array> | undefined;
  const readPepper = async (): Promise<Uint8Array> => {
    const [row] = await query<{ readonly value: Uint8Array }>(`SELECT value FROM ${schema}.secret WHERE name = 'pepper'`);
    if (!row) throw new Error('The store has lost its pepper');
    return row.value;
  };
  return {
    /** Queried once, because it never changes. */
    pepper() {
      pepper ??= readPepper().catch((error) => {
        pepper = undefined;
        throw error;
      });
      return pepper;
    },
    async add({ id, display, label, scopes, limits, ...times }, hash) {
      const values = [id, hash, display, label, times.createdAt, times.expiresAt, times.revokedAt];
      await query(sql.add, [...values, scopes.join(' '), limits, times.lastUsedAt]);
    },
    async find(hash) {
      const [row] = await query<FoundKeyRow>(sql.find, [hash]);
      if (row) return foundOf(row);
      const [former] = await query<FoundKeyRow>(sql.findFormer, [hash]);
      return former && foundOf(former);
    },
    async list() {
      return (await query<KeyRow>(sql.list)).map(recordOf);
    },
    async revoke(id) {
      return (await query(sql.revoke, [id])).length === 1;
    },
    change(id, { label, scopes, limits = {}, expiresAt }) {
      return first(sql.change, [id, label ?? null, scopes?.join(' ') ?? null, limits, expiresAt === undefined, expiresAt ?? null]);
    },
    async rotate(id, { hash, display, carried }, overlapMs) {
      const rotated = await query(sql.rotate, [id, hash, display, carried, overlapMs]);
      return rotated.length === 1 ? first(sql.record, [id]) : undefined;
    },
    async touch(id) {
      await query(sql.touch, [id, touchMs]);
    },
    async sweep() {
      await query(sql.forget, [keptMs]);
    },
  };
}

function statements(schema: string, now: string) {
  const live = `revoked IS NULL AND (expires IS NULL OR expires > ${now})`;
  const own = 'k.id, k.display, k.label, k.scopes, k.limits, k.created, k.expires, k.revoked, k.used';
  const columns = `
    ${own},
    (SELECT coalesce(json_agg(json_build_array(f.display, floor(extract(epoch FROM f.until) * 1000)) ORDER BY f.until DESC, f.hash), '[]')
       FROM ${schema}.former_secret f WHERE f.key = k.id AND f.until > ${now}) AS formers`;
  return {
    add: `
      INSERT INTO ${schema}.key(id, hash, display, label, created, expires, revoked, scopes, limits, used)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    // Every request asks for its key, so this is kept small: planning one statement for both tables took five times as long.
    find: `SELECT ${own}, hash, carried, NULL AS until, ${now} AS instant FROM ${schema}.key k WHERE hash = $1 AND revoked IS NULL`,
    findFormer: `
      SELECT ${own}, f.hash, f.carried, f.until, ${now} AS instant
        FROM ${schema}.former_secret f JOIN ${schema}.key k ON k.id = f.key WHERE f.hash = $1 AND k.revoked IS NULL`,
    list: `SELECT ${columns} FROM ${schema}.key k ORDER BY k.created, k.id`,
    revoke: `UPDATE ${schema}.key SET revoked = ${now} WHERE id = $1 AND ${live} RETURNING id`,
    change: `
      UPDATE ${schema}.key k
         SET label = coalesce($2, label), scopes = coalesce($3, scopes), limits = jsonb_strip_nulls(limits || $4),
             expires = CASE WHEN $5::boolean THEN expires ELSE $6::timestamptz END
       WHERE id = $1 AND revoked IS NULL
      RETURNING ${columns}`,
    // The key's row is locked first, and its newest version is the one that is replaced.
    rotate: `
      WITH old AS (SELECT id, hash, display, carried, ${now} + $5 * interval '1 ms' AS until FROM ${schema}.key WHERE id = $1 AND ${live} FOR UPDATE),
      shortened AS (UPDATE ${schema}.former_secret f SET until = least(f.until, old.until) FROM old WHERE f.key = old.id),
      replaced AS (INSERT INTO ${schema}.former_secret SELECT hash, id, display, until, carried FROM old)
      UPDATE ${schema}.key k SET hash = $2, display = $3, carried = $4 FROM old WHERE k.id = old.id
      RETURNING k.id`,
    record: `SELECT ${columns} FROM ${schema}.key k WHERE k.id = $1`,
    touch: `
      UPDATE ${schema}.key SET used = ${now}
       WHERE id = $1 AND (used IS NULL OR used <= ${now} - $2 * interval '1 ms' OR used > ${now})`,
    forget: `DELETE FROM ${schema}.former_secret WHERE until < (SELECT ${now}) - $1 * interval '1 ms'`,
  };
}

interface KeyRow extends OwnKeyRow {
  readonly formers: readonly (readonly [display: string, until: number])[];
}

interface OwnKeyRow {
  readonly id: string;
  readonly display: string;
  readonly label: string;
  readonly scopes: string;
  readonly limits: CallerLimits;
  readonly created: Date;
  readonly expires: Date | null;
  readonly revoked: Date | null;
  readonly used: Date | null;
}

interface FoundKeyRow extends OwnKeyRow {
  readonly hash: Uint8Array;
  readonly carried: Uint8Array | null;
  readonly until: Date | null;
  readonly instant: Date;
}

const recordOf = ({ formers, ...own }: KeyRow): KeyRecord => ({
  ...ownRecordOf(own),
  formerSecrets: formers.map(([display, until]) => ({ display, validUntil: new Date(until) })),
});

const ownRecordOf = ({ id, display, label, scopes, limits, ...times }: OwnKeyRow): FoundKey['record'] => ({
  id,
  display,
  label,
  scopes: scopesIn(scopes),
  limits,
  createdAt: times.created,
  expiresAt: times.expires,
  revokedAt: times.revoked,
  lastUsedAt: times.used,
});

const foundOf = ({ hash, carried, until, instant, ...row }: FoundKeyRow): FoundKey => ({
  record: ownRecordOf(row),
  hash,
  carried,
  ...endOf({ expiresAt: row.expires, replacedAt: until, now: instant.getTime() }),
});
