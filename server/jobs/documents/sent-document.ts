import { createHash, type Hash } from 'node:crypto';
import type { SentFile } from '../../http/upload/read-upload.js';
import type { StoredDocument } from './document-pieces.js';
import { type DocumentShelf, discard, putDocument } from './put-document.js';

/** The document of a form, put down. */
export interface SentDocument {
  readonly name: string;
  readonly stored: StoredDocument;
  /** SHA-256 of what it says. */
  readonly digest: Uint8Array;
}

/** What became of a form. */
export interface Took<T> {
  readonly answer: T;
  /** Whether something has taken the document. */
  readonly isTaken: boolean;
}

/** Lets `take` put the document of a form down as it comes, before the rest of the form is known. What is not taken in the end is forgotten. */
export async function withSentDocument<T>(
  shelf: DocumentShelf,
  take: (keepFile: (file: SentFile) => Promise<SentDocument>) => Promise<Took<T>>,
): Promise<T> {
  let sent: SentDocument | undefined;
  const forget = async (): Promise<void> => {
    if (sent) await discard(shelf.pieces, sent.stored.id);
  };
  const keepFile = async ({ name, bytes }: SentFile): Promise<SentDocument> => {
    const hash = createHash('sha256');
    sent = { name, stored: await putDocument(shelf, hashed(bytes, hash)), digest: hash.digest() };
    return sent;
  };
  const { answer, isTaken } = await take(keepFile).catch(async (error) => {
    await forget();
    throw error;
  });
  if (!isTaken) await forget();
  return answer;
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const some of bytes) {
    hash.update(some);
    yield some;
  }
}
