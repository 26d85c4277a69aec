/** What an archive's child says, a line of JSON each; a document's bytes follow its line. */
export type ArchiveFrame =
  | { readonly kind: 'entry'; readonly name: string; readonly size: number }
  | { readonly kind: 'document'; readonly entry: number; readonly size: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'end' };

/** Where the child has the archive. */
export const archiveDescriptor = 3;
