/** Like other PDF readers, we accept bytes before the header up to this position. Source: ISO 32000-1, implementation note 13. */
const headerWithinBytes = 1_024;

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, headerWithinBytes)).includes('%PDF-');
