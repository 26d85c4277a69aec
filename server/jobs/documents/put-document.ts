import { fromStore } from '../../guards/from-store.js';
import { newFileId } from '../job-id.js';
import type { DocumentPieces, StoredDocument } from './document-pieces.js';
import { type PieceSeal, pieceBytes, pieceSeal } from './piece-seal.js';

/** Where documents are put, and with which key they are sealed. */
export interface DocumentShelf {
  readonly pieces: DocumentPieces;
  readonly key: Uint8Array;
}

/**
 * Puts a document down as it comes, with one piece of it in memory at a time. What was put down of one that does not come whole is forgotten.
 * @throws Refusal 503 where the store takes nothing, and what the bytes throw
 */
export async function putDocument(
  { pieces, key }: DocumentShelf,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredDocument> {
  const id = newFileId();
  const writer = new PieceWriter(pieceSeal(key, id), (number, piece) => fromStore(pieces.put(id, number, piece)));
  try {
    for await (const some of bytes) await writer.add(some);
    return { id, size: await writer.end() };
  } catch (error) {
    await discard(pieces, id);
    throw error;
  }
}

/** Forgets a document that nothing has taken. A store that cannot be reached does it by itself within the hour. */
export const discard = (pieces: DocumentPieces, id: string): Promise<void> => pieces.discard(id).catch(() => undefined);

/** Fills one piece after the other. A full one waits until more bytes come, since the last piece is sealed as such. */
class PieceWriter {
  #buffer: Buffer = Buffer.alloc(0);
  #filled = 0;
  #number = 0;

  constructor(
    private readonly seal: PieceSeal,
    private readonly put: (number: number, piece: Uint8Array) => Promise<void>,
  ) {}

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === pieceBytes) await this.#flush(false);
      const some = bytes.subarray(at, at + pieceBytes - this.#filled);
      this.#makeRoom(this.#filled + some.length);
      this.#buffer.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
    }
  }

  /** Returns how many bytes came. */
  async end(): Promise<number> {
    const size = this.#number * pieceBytes + this.#filled;
    await this.#flush(true);
    return size;
  }

  async #flush(isLast: boolean): Promise<void> {
    await this.put(this.#number, this.seal.seal(this.#buffer.subarray(0, this.#filled), { number: this.#number, isLast }));
    this.#number += 1;
    this.#filled = 0;
  }

  /** Most documents are much smaller than a piece. */
  #makeRoom(length: number): void {
    if (length <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(pieceBytes, Math.max(length, 2 * this.#buffer.length, firstBytes)));
    larger.set(this.#buffer.subarray(0, this.#filled));
    this.#buffer = larger;
  }
}

const firstBytes = 65_536;
