import type { FileRecord, FileStore } from '../../../jobs/batches/file-store.js';
import type { PostgresConnection } from '../connection.js';

interface FileRow {
  readonly id: string;
  readonly size: number;
  readonly note: Uint8Array;
  readonly created: Date;
  readonly expires: Date;
}

/** Documents that are sent before their batch. */
export function postgresFiles({ schema, now, query, transaction }: PostgresConnection): FileStore {
  const columns = 'id, size, note, created, expires';
  const own = `owner = $1 AND expires > (SELECT ${now})`;
  const add = `
    INSERT INTO ${schema}.file(id, owner, note, size, created, expires, bytes)
    SELECT $2, $1, $3, $4::integer, time, time + $5 * interval '1 ms', $6 FROM (SELECT ${now} AS time) AS moment
     WHERE (SELECT coalesce(sum(size), 0) FROM ${schema}.file WHERE ${own}) + $4::integer <= $7::bigint RETURNING id`;
  const forget = `
    DELETE FROM ${schema}.file WHERE id = $1
       AND NOT EXISTS (SELECT FROM ${schema}.job_record WHERE file = $1 AND status IN ('staged', 'queued', 'running'))`;
  return {
    async add({ id, owner, document, size, note, keepMs }, mostBytes) {
      const added = await transaction((within) => within(add, [owner, id, note, size, keepMs, document, mostBytes]));
      return added.length === 1;
    },
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
