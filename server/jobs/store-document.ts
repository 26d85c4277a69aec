import { createCipheriv, createDecipheriv, createHash, type Hash, hkdfSync } from 'node:crypto';
import { fromStore } from '../http/refusal.js';
import { Gathered } from '../http/upload/pieces.js';
import type { SentFile } from '../http/upload/read-upload.js';
import type { DocumentPieces, StoredDocument } from '../state/document-pieces.js';
import { newFileId } from './job-id.js';

/** The document of a form, put down. */
export interface SentDocument {
  readonly name: string;
  readonly stored: StoredDocument;
  /** SHA-256 of its bytes. */
  readonly digest: Uint8Array;
}

/** The document of a form, which is put down as it comes, before the rest of the form is known. */
export class IncomingDocument {
  #sent: SentDocument | undefined;

  constructor(private readonly storage: DocumentStorage) {}

  async put({ name, bytes }: SentFile): Promise<SentDocument> {
    const hash = createHash('sha256');
    this.#sent = { name, stored: await putDocument(this.storage, hashed(bytes, hash)), digest: hash.digest() };
    return this.#sent;
  }

  /** Forgets a document that nothing has taken. */
  async discard(): Promise<void> {
    if (this.#sent) await discard(this.storage.pieces, this.#sent.stored.id);
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const some of bytes) {
    hash.update(some);
    yield some;
  }
}

/** Where documents are put, and with which key they are sealed. */
interface DocumentStorage {
  readonly pieces: DocumentPieces;
  readonly key: Uint8Array;
}

/**
 * Stores a document as it arrives, with one piece of it in memory at a time. If it does not arrive whole, what was stored of it is deleted.
 * @throws Refusal 503 where the store takes nothing, and what the bytes throw
 */
export async function putDocument(
  { pieces, key }: DocumentStorage,
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
const discard = (pieces: DocumentPieces, id: string): Promise<void> => pieces.discard(id).catch(() => undefined);

/** Fills one piece after the other. A full one waits until more bytes come, since the last piece is sealed as such. */
class PieceWriter {
  readonly #piece = new Gathered();
  #number = 0;

  constructor(
    private readonly seal: PieceSeal,
    private readonly put: (number: number, piece: Uint8Array) => Promise<void>,
  ) {}

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#piece.length === pieceBytes) await this.#flush(false);
      const some = bytes.subarray(at, at + pieceBytes - this.#piece.length);
      this.#piece.add(some);
      at += some.length;
    }
  }

  /** Returns how many bytes came. */
  async end(): Promise<number> {
    const size = this.#number * pieceBytes + this.#piece.length;
    await this.#flush(true);
    return size;
  }

  async #flush(isLast: boolean): Promise<void> {
    await this.put(this.#number, this.seal.seal(this.#piece.bytes, { number: this.#number, isLast }));
    this.#number += 1;
    this.#piece.clear();
  }
}

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

/** Bytes of a document in one piece; the last one may be shorter. */
export const pieceBytes = 1_048_576;

const tagBytes = 16;

export interface PiecePlace {
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * Seals the pieces of one document. A piece opens at its place in this document only, so that one that is missing, cut off, moved or of another document
 * is noticed. Source: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM, under a key of the document by HKDF-SHA-256.
 */
interface PieceSeal {
  /** Each place once. */
  seal(piece: Uint8Array, place: PiecePlace): Uint8Array;
  /** @throws Error when it was not sealed so. */
  open(sealed: Uint8Array, place: PiecePlace): Uint8Array;
}

/** @param document its id, which no other document has ever had */
export function pieceSeal(key: Uint8Array, document: string): PieceSeal {
  const own = Buffer.from(hkdfSync('sha256', key, '', `vouch document ${document}`, 32));
  return {
    seal(piece, place) {
      const cipher = createCipheriv('aes-256-gcm', own, nonceOf(place));
      const secret = cipher.update(piece);
      cipher.final();
      return Buffer.concat([cipher.getAuthTag(), secret]);
    },
    open(sealed, place) {
      const tag = sealed.subarray(0, tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(place), { authTagLength: tagBytes }).setAuthTag(tag);
      const piece = decipher.update(sealed.subarray(tagBytes));
      decipher.final();
      return piece;
    },
  };
}

/** Seven bytes that are zero, since each document has a key of its own; the piece's number; and whether it is the last. */
function nonceOf({ number, isLast }: PiecePlace): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
