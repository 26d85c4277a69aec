import { type Cipheriv, createCipheriv, createDecipheriv } from 'node:crypto';

/** AES-256 in counter mode, which can begin at any block. Each key is for one file that only grows, so that no counter serves twice. */
const [algorithm, blockBytes] = ['aes-256-ctr', 16];

/** Encrypts a file from its beginning. */
export const spoolCipher = (key: Uint8Array): Cipheriv => createCipheriv(algorithm, key, counterAt(0));

/** What a piece of the file is that begins at this position. */
export function openedAt(key: Uint8Array, position: number, sealed: Uint8Array): Buffer {
  const before = position % blockBytes;
  const cipher = createDecipheriv(algorithm, key, counterAt((position - before) / blockBytes));
  cipher.update(Buffer.alloc(before));
  return cipher.update(sealed);
}

function counterAt(block: number): Buffer {
  const counter = Buffer.alloc(blockBytes);
  counter.writeBigUInt64BE(BigInt(block), blockBytes / 2);
  return counter;
}
