/** A document that is or becomes known by a key, such as a hash of its seller, number and total. */
export interface KnownDocument {
  /** Says nothing of the content to who has no document with it. */
  readonly key: string;
  /** The fingerprint of the file. */
  readonly fingerprint: string;
}

/**
 * Remembers which documents have come. For implementers: calls come from many processes at once, the first document with a key stays, and a
 * memory that cannot be asked rejects.
 */
export interface EarlierDocuments {
  /** Remembers a document unless another has its key. Resolves to the fingerprint that the key has now. */
  remember(document: KnownDocument, signal: AbortSignal): Promise<string>;
}
