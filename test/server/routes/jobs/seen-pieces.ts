import type { DocumentPieces } from '../../../../server/index.js';

/** Keeps what a store of documents is given. */
export const seenPieces = (documents: DocumentPieces, seen: Uint8Array[]): DocumentPieces => ({
  ...documents,
  put(document, number, piece) {
    seen.push(piece);
    return documents.put(document, number, piece);
  },
});
