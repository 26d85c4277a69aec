import type { KeyRecord, KeyStore } from '../store.js';
import type { Connection, Row } from './connection.js';

export function postgresKeys({ schema, now, query }: Connection): KeyStore {
  const live = `revoked IS NULL AND (expires IS NULL OR expires > ${now})`;
  let pepper: Promise<Uint8Array> | undefined;
  return {
    /** Asked once: it is the same ever after. */
    pepper() {
      pepper ??= query(`SELECT value FROM ${schema}.secret WHERE name = 'pepper'`).then(
        ([row]) => bytes(row, 'value'),
        (error) => {
          pepper = undefined;
          throw error;
        },
      );
      return pepper;
    },
    async add({ id, display, label, createdAt, expiresAt, revokedAt }, hash) {
      await query(`INSERT INTO ${schema}.key VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
        id,
        hash,
        display,
        label,
        createdAt,
        expiresAt,
        revokedAt,
      ]);
    },
    async find(hash) {
      const [row] = await query(`SELECT * FROM ${schema}.key WHERE hash = $1 AND ${live}`, [hash]);
      return row && { record: recordOf(row), hash: bytes(row, 'hash') };
    },
    async list() {
      return (await query(`SELECT * FROM ${schema}.key ORDER BY created, id`)).map(recordOf);
    },
    async revoke(id) {
      return (await query(`UPDATE ${schema}.key SET revoked = ${now} WHERE id = $1 AND ${live} RETURNING id`, [id])).length === 1;
    },
  };
}

const recordOf = (row: Row): KeyRecord => ({
  id: String(row['id']),
  display: String(row['display']),
  label: String(row['label']),
  createdAt: date(row, 'created') ?? new Date(Number.NaN),
  expiresAt: date(row, 'expires'),
  revokedAt: date(row, 'revoked'),
});

const date = (row: Row, column: string): Date | null => {
  const value = row[column];
  return value instanceof Date ? value : null;
};

function bytes(row: Row | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw new Error(`The store has lost its ${column}`);
  return value;
}
