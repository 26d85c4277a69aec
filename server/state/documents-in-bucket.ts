import type { Bucket } from './bucket.js';
import type { DocumentPieces, PieceName } from './document-pieces.js';
import type { Store } from './store.js';

/** How many pieces one sweep deletes from a bucket, a few at a time. */
const [clearedAtOnce, atOnce] = [1_000, 16];

/**
 * The same store with the documents of jobs in a bucket. The store still knows each piece, as an empty one, so that it decides when a document is gone;
 * the bucket is cleared after it, by any process that sweeps. Documents that were put down before lie where they are.
 */
export function documentsInBucket(store: Store, bucket: Bucket): Store {
  const { jobs } = store;
  if (!jobs) return store;
  const { documents: known } = jobs;
  const documents: DocumentPieces = {
    ...known,
    async put(document, number, piece) {
      // First the note of it: an object that nobody knows would stay for ever.
      await known.put(document, number, new Uint8Array());
      await bucket.put(nameOf({ document, number }), piece);
    },
    async piece(document, number) {
      const piece = await known.piece(document, number);
      return piece?.length === 0 ? bucket.get(nameOf({ document, number })) : piece;
    },
  };
  return {
    ...store,
    jobs: { ...jobs, documents },
    async sweep() {
      await store.sweep();
      await clear(known, bucket);
    },
    async close() {
      bucket.close();
      await store.close();
    },
  };
}

async function clear(known: DocumentPieces, bucket: Bucket): Promise<void> {
  for (let gone = await known.gone(clearedAtOnce); gone.length > 0; gone = await known.gone(clearedAtOnce)) {
    for (let at = 0; at < gone.length; at += atOnce) {
      const some = gone.slice(at, at + atOnce);
      await Promise.all(some.map((piece) => bucket.delete(nameOf(piece))));
      await known.cleared(some);
    }
  }
}

const nameOf = ({ document, number }: PieceName): string => `${document}/${number}`;
