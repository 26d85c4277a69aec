import type { DatabaseSync } from 'node:sqlite';
import { type DocumentPieces, type DocumentTaker, type StoredDocument, untakenMs } from '../../document-pieces.js';
import { StoreError } from '../../store.js';
import type { SqliteConnection } from '../migrate.js';
import { bytesOf } from './rows.js';

/** Documents as part of another transaction, whose time is `time`. */
export interface DocumentsWithin {
  /** Gives a document that was put down to what takes it. @throws StoreError when it is gone */
  take(document: StoredDocument, taker: DocumentTaker, time: number): void;
}

/** Documents in pieces, each a row. */
export function sqliteDocuments({ database, write }: SqliteConnection): DocumentPieces & { readonly within: DocumentsWithin } {
  const run = statements(database);
  return {
    within: {
      take({ id, size }, { owner = '', batch = null, note = new Uint8Array(), keepMs }, time) {
        const terms = { $owner: owner, $batch: batch, $note: note, $size: size, $expires: time + keepMs, $now: time };
        if (run.take.run({ ...terms, $id: id }).changes === 0) throw gone();
      },
    },
    async put(document, number, piece) {
      write((time) => {
        const upload = { $id: document, $now: time, $expires: time + untakenMs };
        if (number === 0) run.make.run(upload);
        else if (run.extend.run(upload).changes === 0) throw gone();
        run.put.run({ $id: document, $number: number, $bytes: piece });
      });
    },
    async piece(document, number) {
      return bytesOf(run.piece.get({ $id: document, $number: number })?.['bytes']);
    },
    async discard(document) {
      write((time) => run.discard.run({ $id: document, $now: time }));
    },
    async gone(most) {
      return run.gone.all({ $most: most }).map(({ document, number }) => ({ document: String(document), number: Number(number) }));
    },
    async cleared(pieces) {
      write(() => {
        for (const { document, number } of pieces) run.cleared.run({ $id: document, $number: number });
      });
    },
  };
}

const gone = (): StoreError => new StoreError('A document was forgotten before anything took it');

const untaken = "id = $id AND owner = '' AND batch IS NULL AND expires > $now";

const statements = (database: DatabaseSync) => ({
  make: database.prepare("INSERT INTO file VALUES ($id, '', NULL, x'', 0, $now, $expires)"),
  extend: database.prepare(`UPDATE file SET expires = $expires WHERE ${untaken}`),
  put: database.prepare('INSERT INTO document_piece VALUES ($id, $number, $bytes)'),
  piece: database.prepare('SELECT bytes FROM document_piece WHERE document = $id AND number = $number'),
  take: database.prepare(
    `UPDATE file SET owner = $owner, batch = $batch, note = $note, size = $size, created = $now, expires = $expires WHERE ${untaken}`,
  ),
  discard: database.prepare(`DELETE FROM file WHERE ${untaken}`),
  gone: database.prepare('SELECT document, number FROM gone_piece LIMIT $most'),
  cleared: database.prepare('DELETE FROM gone_piece WHERE document = $id AND number = $number'),
});
