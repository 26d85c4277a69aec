import sql, { join, type Sql } from 'sql-template-tag';
import { all, Chain, type Database, only, pageOf, type Query, recordOf } from './database.js';
import {
  type DocumentPieces,
  type DocumentTaker,
  type FileRecord,
  type FileStore,
  type PieceName,
  type StoredDocument,
  untakenMs,
} from './document-pieces.js';
import { StoreError } from './store.js';

/** Documents as part of a transaction. */
export interface DocumentsWithin {
  /** Gives a document that was put down to what takes it. @throws StoreError when it is gone */
  take(query: Query, document: StoredDocument, taker: DocumentTaker): Promise<void>;
}

export function documentsWithin({ tables: { file }, now, ms }: Database): DocumentsWithin {
  return {
    async take(query, { id, size }, { owner = '', batch = null, note = new Uint8Array(), keepMs }) {
      const taken = await query(sql`
        UPDATE ${file} SET owner = ${owner}, batch = ${batch}, note = ${note}, size = ${size}, created = ${now}, expires = ${now} + ${ms(keepMs)}
         WHERE ${untaken(id, now)} RETURNING id`);
      if (taken.length === 0) throw gone();
    },
  };
}

const untaken = (id: string, now: Sql): Sql => sql`id = ${id} AND owner = '' AND batch IS NULL AND expires > (SELECT ${now})`;

const gone = (): StoreError => new StoreError('A document was forgotten before anything took it');

const smallBytes = 65_536;

/** Documents in pieces, each a row. */
export function documentPieces({ tables: { file, piece: table, gonePiece }, now, ms, query, longQuery }: Database): DocumentPieces {
  return {
    async put(id, number, piece) {
      const expires = sql`${now} + ${ms(untakenMs)}`;
      const document =
        number === 0
          ? sql`INSERT INTO ${file}(id, owner, note, size, created, expires) SELECT ${id}, '', ${new Uint8Array()}, 0, ${now}, ${expires} RETURNING id`
          : sql`UPDATE ${file} SET expires = ${expires} WHERE ${untaken(id, now)} RETURNING id`;
      const put = new Chain(
        [['document(id)', document]],
        sql`INSERT INTO ${table} SELECT id, CAST(${number} AS integer), ${piece} FROM document RETURNING number`,
      );
      // Most documents are small, and a long query is three of them.
      const made = await (piece.length <= smallBytes ? query : longQuery)(put);
      if (made.length === 0) throw gone();
    },
    async piece(document, number) {
      const found = sql`SELECT bytes FROM ${table} WHERE document = ${document} AND number = ${number}`;
      return (await longQuery<{ readonly bytes: Uint8Array }>(found))[0]?.bytes;
    },
    async discard(document) {
      await query(sql`DELETE FROM ${file} WHERE ${untaken(document, now)}`);
    },
    gone: async (most) =>
      (await query<PieceName>(sql`SELECT document, number FROM ${gonePiece} LIMIT ${most}`)).map((name) => ({ ...name })),
    async cleared(pieces) {
      const names = pieces.map(({ document, number }) => sql`document = ${document} AND number = ${number}`);
      if (names.length > 0) await query(sql`DELETE FROM ${gonePiece} WHERE ${join(names, ' OR ')}`);
    },
  };
}

/** The condition that no job under way needs a file of this id, and nobody is to look at it. */
export const isUnneeded = ({ tables: { job } }: Pick<Database, 'tables'>, file: Sql): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM ${job} AS j WHERE j.file = ${file} AND j.status IN ('staged', 'queued', 'running'))
    AND NOT EXISTS (SELECT 1 FROM ${job} AS r WHERE r.file = ${file} AND r.review IN ('to_review', 'postponed'))`;

/** Documents that are sent before their batch. */
export function fileStore(database: Database, documents: DocumentsWithin): FileStore {
  const { now, isOneOf, query, transaction } = database;
  const { file } = database.tables;
  // Documents that wait for a job are the owner's, too, and no files.
  const own = (owner: string): Sql => sql`owner = ${owner} AND expires > (SELECT ${now}) AND batch IS NULL`;
  const bytes = async (ask: Query, owner: string): Promise<number> => {
    const kept = await ask<{ readonly bytes: string | number }>(
      sql`SELECT coalesce(sum(size), 0) AS bytes FROM ${file} WHERE owner = ${owner}`,
    );
    return Number(only(kept).bytes);
  };
  const columns = sql`id, size, note, created AS "createdAt", expires AS "keptUntil"`;
  const find = async (ask: Query, ...conditions: readonly Sql[]): Promise<readonly FileRecord[]> =>
    (await ask<FileRecord>(sql`SELECT ${columns} FROM ${file} WHERE ${all(...conditions)}`)).map(recordOf);
  return {
    add: ({ id, owner, size, note, keepMs }, mostBytes) =>
      transaction(async (within) => {
        if ((await bytes(within, owner)) + size > mostBytes) return false;
        await documents.take(within, { id, size }, { owner, note, keepMs });
        return true;
      }),
    bytes: (owner) => bytes(query, owner),
    find: async (owner, id) => (await find(query, own(owner), sql`id = ${id}`))[0],
    async list(owner, { after, limit }) {
      const conditions = all(own(owner), after === undefined ? undefined : sql`id < ${after}`);
      const rows = await query<FileRecord>(sql`SELECT ${columns} FROM ${file} WHERE ${conditions} ORDER BY id DESC LIMIT ${limit + 1}`);
      return pageOf('files', rows.map(recordOf), limit);
    },
    sizes: async (owner, ids) => new Map((await find(query, own(owner), sql`id ${isOneOf(ids)}`)).map(({ id, size }) => [id, size])),
    remove: (owner, id) =>
      transaction(async (within) => {
        const [found] = await find(within, own(owner), sql`id = ${id}`);
        if (!found) return undefined;
        await within(sql`UPDATE ${file} SET expires = ${now} WHERE id = ${id}`);
        await within(sql`DELETE FROM ${file} WHERE id = ${id} AND ${isUnneeded(database, sql`${id}`)}`);
        return found;
      }),
  };
}
