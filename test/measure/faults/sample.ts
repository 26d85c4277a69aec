import { createHash } from 'node:crypto';

/** The first `count` documents by the SHA-256 of their ids, so that nobody chooses them; all documents without a count. */
export const sampleOf = <T extends { readonly id: string }>(documents: readonly T[], count = documents.length): readonly T[] =>
  documents
    .map((document) => ({ document, key: createHash('sha256').update(document.id).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ document }) => document);
