import { type DocumentPieces, type DocumentTaker, type PieceName, type StoredDocument, untakenMs } from '../../document-pieces.js';
import { StoreError } from '../../store.js';
import type { PostgresConnection, Query } from '../connection.js';

/** Documents as part of a transaction, whose statements run through `query`. */
export interface DocumentsInTransaction {
  /** Gives a document that was put down to what takes it. @throws StoreError when it is gone */
  take(query: Query, document: StoredDocument, taker: DocumentTaker): Promise<void>;
}

type Address = Pick<PostgresConnection, 'schema' | 'now'>;

export function documentsInTransaction(address: Address): DocumentsInTransaction {
  const { take } = statements(address);
  return {
    async take(query, { id, size }, { owner = '', batch = null, note = Buffer.alloc(0), keepMs }) {
      if ((await query(take, [id, owner, batch, note, size, keepMs])).length === 0) throw gone();
    },
  };
}

/** Documents in pieces, each a row. */
export function postgresDocuments({ query, transaction, ...address }: PostgresConnection): DocumentPieces {
  const run = statements(address);
  return {
    async put(document, number, piece) {
      const statement = number === 0 ? run.make : run.extend;
      const values = [document, number, piece, untakenMs];
      // A transaction may take longer than a statement by itself, but asks three times: most documents are small.
      const put = piece.length <= smallBytes ? await query(statement, values) : await transaction((within) => within(statement, values));
      if (put.length === 0) throw gone();
    },
    async piece(document, number) {
      const [row] = await transaction((within) => within<{ readonly bytes: Uint8Array }>(run.piece, [document, number]));
      return row?.bytes;
    },
    async discard(document) {
      await query(run.discard, [document]);
    },
    gone: (most) => query<PieceName>(run.gone, [most]),
    async cleared(pieces) {
      await query(run.cleared, [pieces.map(({ document }) => document), pieces.map(({ number }) => number)]);
    },
  };
}

const smallBytes = 65_536;

const gone = (): StoreError => new StoreError('A document was forgotten before anything took it');

function statements({ schema, now }: Address) {
  const untaken = `id = $1 AND owner = '' AND batch IS NULL AND expires > (SELECT ${now})`;
  const put = `INSERT INTO ${schema}.document_piece SELECT id, $2, $3 FROM document RETURNING number`;
  return {
    make: `
      WITH document AS (
        INSERT INTO ${schema}.file(id, owner, note, size, created, expires)
        SELECT $1, '', '', 0, time, time + $4 * interval '1 ms' FROM (SELECT ${now} AS time) AS moment RETURNING id)
      ${put}`,
    extend: `
      WITH document AS (UPDATE ${schema}.file SET expires = ${now} + $4 * interval '1 ms' WHERE ${untaken} RETURNING id)
      ${put}`,
    piece: `SELECT bytes FROM ${schema}.document_piece WHERE document = $1 AND number = $2`,
    take: `
      UPDATE ${schema}.file SET owner = $2, batch = $3, note = $4, size = $5, created = time, expires = time + $6 * interval '1 ms'
        FROM (SELECT ${now} AS time) AS moment WHERE ${untaken} RETURNING id`,
    discard: `DELETE FROM ${schema}.file WHERE ${untaken}`,
    gone: `SELECT document, number FROM ${schema}.gone_piece LIMIT $1`,
    cleared: `
      DELETE FROM ${schema}.gone_piece g USING unnest($1::text[], $2::integer[]) AS c(document, number)
       WHERE g.document = c.document AND g.number = c.number`,
  };
}
