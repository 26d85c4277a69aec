import type { DocumentPieces, StoredDocument } from './document-pieces.js';
import { pieceBytes, pieceSeal } from './piece-seal.js';

export interface DocumentSource {
  readonly pieces: Pick<DocumentPieces, 'piece'>;
  readonly key: Uint8Array;
}

/** Reads and opens a document, one piece after the other. @throws Error when a piece is gone, or was not sealed for its place in this document */
export async function readDocument({ pieces, key }: DocumentSource, { id, size }: StoredDocument): Promise<Uint8Array> {
  const [seal, bytes] = [pieceSeal(key, id), Buffer.allocUnsafeSlow(size)];
  const count = Math.max(1, Math.ceil(size / pieceBytes));
  for (let number = 0; number < count; number++) {
    const sealed = await pieces.piece(id, number);
    if (!sealed) throw new Error('its document is gone');
    if (sealed.length === 0) throw new Error('its document lies in a bucket that this process does not know: set VOUCH_DOCUMENTS');
    bytes.set(seal.open(sealed, { number, isLast: number === count - 1 }), number * pieceBytes);
  }
  return bytes;
}
