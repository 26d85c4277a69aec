import type { StoredDocument } from './document-pieces.js';

/**
 * Documents that a caller has sent before the batch that names them. For implementers: what is said of `JobStore` holds here, too; a document that a
 * job under way needs stays until that job has ended, whatever happens to its file.
 */
export interface FileStore {
  /**
   * Keeps a document that was put down for a while, as a file. False when what the owner has stored would be more than `mostBytes`, and nothing
   * happened. Rejects when the document is gone.
   */
  add(file: NewFile, mostBytes: number): Promise<boolean>;
  /** How much an owner has stored: files, documents that its jobs wait with, and those of batches that have not begun. */
  bytes(owner: string): Promise<number>;
  /** A file of this owner; undefined for anybody else's, and after its time. */
  find(owner: string, id: string): Promise<FileRecord | undefined>;
  /** The sizes of those that are files of this owner, by id. */
  sizes(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Forgets a file. What it was; undefined when there is none. */
  remove(owner: string, id: string): Promise<FileRecord | undefined>;
}

/** A document that becomes a file under its own id. */
export interface NewFile extends StoredDocument {
  /** Who may see it: 'key:4f0c…'. */
  readonly owner: string;
  /** Its name; sealed for the caller. */
  readonly note: Uint8Array;
  readonly keepMs: number;
}

export interface FileRecord extends Pick<NewFile, 'id' | 'size' | 'note'> {
  readonly createdAt: Date;
  readonly keptUntil: Date;
}
