import type { FileRecord, FileStore } from '../../file-store.js';
import type { PostgresConnection } from '../connection.js';
import type { DocumentsInTransaction } from '../jobs/documents.js';

interface FileRow {
  readonly id: string;
  readonly size: number;
  readonly note: Uint8Array;
  readonly created: Date;
  readonly expires: Date;
}

/** Documents that are sent before their batch. */
export function postgresFiles({ schema, now, query, transaction }: PostgresConnection, documents: DocumentsInTransaction): FileStore {
  const columns = 'id, size, note, created, expires';
  const own = `owner = $1 AND expires > (SELECT ${now})`;
  const together = `SELECT coalesce(sum(size), 0)::float8 AS bytes FROM ${schema}.file WHERE ${own}`;
  const forget = `
    DELETE FROM ${schema}.file WHERE id = $1
       AND NOT EXISTS (SELECT FROM ${schema}.job_record WHERE file = $1 AND status IN ('staged', 'queued', 'running'))`;
  return {
    add: ({ id, owner, size, note, keepMs }, mostBytes) =>
      transaction(async (within) => {
        const [kept] = await within<{ readonly bytes: number }>(together, [owner]);
        if ((kept?.bytes ?? 0) + size > mostBytes) return false;
        await documents.take(within, { id, size }, { owner, note, keepMs });
        return true;
      }),
    async find(owner, id) {
      const [row] = await query<FileRow>(`SELECT ${columns} FROM ${schema}.file WHERE ${own} AND id = $2`, [owner, id]);
      return row && fileOf(row);
    },
    async sizes(owner, ids) {
      const rows = await query<FileRow>(`SELECT id, size FROM ${schema}.file WHERE ${own} AND id = ANY($2::text[])`, [owner, ids]);
      return new Map(rows.map(({ id, size }) => [id, size]));
    },
    remove: (owner, id) =>
      transaction(async (within) => {
        const [row] = await within<FileRow>(`UPDATE ${schema}.file SET expires = ${now} WHERE ${own} AND id = $2 RETURNING ${columns}`, [
          owner,
          id,
        ]);
        if (row) await within(forget, [id]);
        return row && fileOf(row);
      }),
  };
}

const fileOf = ({ created, expires, ...row }: FileRow): FileRecord => ({ ...row, createdAt: created, keptUntil: expires });
