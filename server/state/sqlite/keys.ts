import type { SQLOutputValue } from 'node:sqlite';
import type { KeyRecord, KeyStore } from '../store.js';
import type { SqliteConnection } from './migrate.js';

type SqliteRow = Readonly<Record<string, SQLOutputValue>>;

export function sqliteKeys({ database, now, write }: SqliteConnection): KeyStore {
  const pepper = database.prepare("SELECT value FROM secret WHERE name = 'pepper'");
  const add = database.prepare('INSERT INTO key VALUES ($id, $hash, $display, $label, $created, $expires, $revoked)');
  const find = database.prepare('SELECT * FROM key WHERE hash = $hash AND revoked IS NULL AND (expires IS NULL OR expires > $now)');
  const list = database.prepare('SELECT * FROM key ORDER BY created, id');
  const revoke = database.prepare(
    'UPDATE key SET revoked = $now WHERE id = $id AND revoked IS NULL AND (expires IS NULL OR expires > $now)',
  );
  return {
    async pepper() {
      return bytes(pepper.get(), 'value');
    },
    async add(record, hash) {
      const { id, display, label } = record;
      const times = { $created: record.createdAt.getTime(), $expires: time(record.expiresAt), $revoked: time(record.revokedAt) };
      write(() => add.run({ $id: id, $hash: hash, $display: display, $label: label, ...times }));
    },
    async find(hash) {
      const row = find.get({ $hash: hash, $now: now() });
      return row && { record: recordOf(row), hash: bytes(row, 'hash') };
    },
    async list() {
      return list.all().map(recordOf);
    },
    async revoke(id) {
      return write((instant) => Number(revoke.run({ $id: id, $now: instant }).changes) === 1);
    },
  };
}

const time = (date: Date | null): number | null => date?.getTime() ?? null;
const date = (value: SQLOutputValue | undefined): Date | null => (typeof value === 'number' ? new Date(value) : null);

const recordOf = (row: SqliteRow): KeyRecord => ({
  id: String(row['id']),
  display: String(row['display']),
  label: String(row['label']),
  createdAt: new Date(Number(row['created'])),
  expiresAt: date(row['expires']),
  revokedAt: date(row['revoked']),
});

function bytes(row: SqliteRow | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw new Error(`The store has lost its ${column}`);
  return value;
}
