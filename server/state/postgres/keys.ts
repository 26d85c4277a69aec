import type { KeyRecord, KeyStore } from '../store.js';
import type { PostgresConnection } from './connection.js';

export function postgresKeys({ schema, now, query }: PostgresConnection): KeyStore {
  const live = `revoked IS NULL AND (expires IS NULL OR expires > ${now})`;
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
    async add({ id, display, label, ...times }, hash) {
      const values = [id, hash, display, label, times.createdAt, times.expiresAt, times.revokedAt];
      await query(`INSERT INTO ${schema}.key VALUES ($1, $2, $3, $4, $5, $6, $7)`, values);
    },
    async find(hash) {
      const [row] = await query<KeyRow>(`SELECT * FROM ${schema}.key WHERE hash = $1 AND ${live}`, [hash]);
      return row && { record: recordOf(row), hash: row.hash };
    },
    async list() {
      return (await query<KeyRow>(`SELECT * FROM ${schema}.key ORDER BY created, id`)).map(recordOf);
    },
    async revoke(id) {
      return (await query(`UPDATE ${schema}.key SET revoked = ${now} WHERE id = $1 AND ${live} RETURNING id`, [id])).length === 1;
    },
  };
}

interface KeyRow {
  readonly id: string;
  readonly hash: Uint8Array;
  readonly display: string;
  readonly label: string;
  readonly created: Date;
  readonly expires: Date | null;
  readonly revoked: Date | null;
}

const recordOf = ({ id, display, label, created, expires, revoked }: KeyRow): KeyRecord => ({
  id,
  display,
  label,
  createdAt: created,
  expiresAt: expires,
  revokedAt: revoked,
});
