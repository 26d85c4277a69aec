import type { DatabaseSync } from 'node:sqlite';
import type { FileRecord, FileStore } from '../../file-store.js';
import type { DocumentsWithin } from '../jobs/documents.js';
import { bytesOf, type SqliteJobRow } from '../jobs/rows.js';
import type { SqliteConnection } from '../migrate.js';

/** Documents that are sent before their batch. */
export function sqliteFiles({ database, now, write }: SqliteConnection, documents: DocumentsWithin): FileStore {
  const run = statements(database);
  const find = (owner: string, id: string, time: number): FileRecord | undefined => {
    const row = run.find.get({ $owner: owner, $id: id, $now: time });
    return row && fileOf(row);
  };
  return {
    async add({ id, owner, size, note, keepMs }, mostBytes) {
      return write((time) => {
        if (Number(run.together.get({ $owner: owner, $now: time })?.['bytes']) + size > mostBytes) return false;
        documents.take({ id, size }, { owner, note, keepMs }, time);
        return true;
      });
    },
    async find(owner, id) {
      return find(owner, id, now());
    },
    async sizes(owner, ids) {
      const time = now();
      return new Map(ids.flatMap((id) => find(owner, id, time) ?? []).map(({ id, size }) => [id, size]));
    },
    async remove(owner, id) {
      return write((time) => {
        const found = find(owner, id, time);
        if (!found) return undefined;
        run.expire.run({ $id: id, $now: time });
        run.forget.run({ $id: id });
        return found;
      });
    },
  };
}

const fileOf = (row: SqliteJobRow): FileRecord => ({
  id: String(row['id']),
  size: Number(row['size']),
  note: bytesOf(row['note']) ?? new Uint8Array(),
  createdAt: new Date(Number(row['created'])),
  keptUntil: new Date(Number(row['expires'])),
});

const statements = (database: DatabaseSync) => ({
  together: database.prepare('SELECT coalesce(sum(size), 0) AS bytes FROM file WHERE owner = $owner AND expires > $now'),
  find: database.prepare('SELECT id, size, note, created, expires FROM file WHERE owner = $owner AND id = $id AND expires > $now'),
  expire: database.prepare('UPDATE file SET expires = $now WHERE id = $id'),
  forget: database.prepare(`
    DELETE FROM file WHERE id = $id
       AND NOT EXISTS (SELECT 1 FROM job WHERE job.file = $id AND status IN ('staged', 'queued', 'running'))`),
});
