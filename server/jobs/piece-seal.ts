import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const tagBytes = 16;

/** Which piece of its document it is. */
export interface PiecePlace {
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * Seals the pieces of one document. A piece opens at its place in this document only, so that one that is missing, cut off, moved or of another document
 * is noticed. Source: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM, under a key of the document by HKDF-SHA-256.
 */
export interface PieceSeal {
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
