import type { KeptPage, PageFilter } from './kept-page.js';

/**
 * The documents of jobs, batches and files, in sealed pieces of at most 1 MiB and a few bytes. For implementers, beside what is said of `JobStore`:
 * - a document is put down piece by piece before there is anything that needs it. A job, a file or a batch takes it, each by its id; one that nothing
 *   has taken within an hour of its last piece is forgotten;
 * - the pieces of a document are gone with it, by the database itself: when the job that took it has ended, or the file was forgotten and no job
 *   under way needs it;
 * - a piece that was put down empty lies elsewhere, such as in a bucket. When it is gone, its name is kept until it is cleared there.
 */
export interface DocumentPieces {
  /** Puts down the next piece; number 0 makes the document. Rejects when the document is gone. */
  put(document: string, number: number, piece: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  piece(document: string, number: number): Promise<Uint8Array | undefined>;
  /** Forgets a document that nothing has taken. */
  discard(document: string): Promise<void>;
  /** Some of the pieces that were put down empty, since they lie elsewhere, and whose document is gone: they are to be deleted there. */
  gone(most: number): Promise<readonly PieceName[]>;
  /** Forgets pieces that were deleted elsewhere. */
  cleared(pieces: readonly PieceName[]): Promise<void>;
}

export interface PieceName {
  readonly document: string;
  readonly number: number;
}

/** A document whose pieces were put down. */
export interface StoredDocument {
  /** `file_` and 26 characters that sort by time. */
  readonly id: string;
  /** How large the document itself is, in bytes. */
  readonly size: number;
}

/** What takes a document: a file of an owner, a batch, or a job. */
export interface DocumentTaker {
  readonly owner?: string;
  readonly batch?: string;
  readonly note?: Uint8Array;
  /** How long it stays where no job under way needs it; 0 for the document of a job. */
  readonly keepMs: number;
}

/** For how long a document may be without anything that has taken it, in ms. */
export const untakenMs = 3_600_000;

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
  /** The files of an owner, newest first. */
  list(owner: string, page: PageFilter): Promise<FilePage>;
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

export interface FilePage extends KeptPage {
  readonly files: readonly FileRecord[];
}
