import type { MadeAnswer } from './answer-store.js';
import type { StoredDocument } from './document-pieces.js';
import type { JobRecord, JobStatus, NewJob } from './job-store.js';

/**
 * Jobs that were sent together. For implementers, beside what is said of `JobStore`:
 * - a batch comes into being as a whole: its documents and jobs are put down first, some at a time, and nobody sees them until `begin`. One
 *   transaction of that decides: from then on the batch is there. Where its jobs are queued bit by bit behind it, `sweep` makes good what a crash has
 *   left. What was put down for a batch that does not begin within an hour is forgotten;
 * - whatever ends a job of a batch counts it, in the same transaction. The one that ends the last job ends the batch;
 * - the jobs of a batch are kept as long as the batch.
 */
export interface BatchStore {
  /** Has the batch of an owner take a document that came with it and was put down; it is forgotten once no job needs it. Rejects when it is gone. */
  takeDocument(batch: string, owner: string, document: StoredDocument): Promise<void>;
  /** Puts down jobs of a batch. Their documents are files of the caller, or taken by the batch. */
  putJobs(batch: string, jobs: readonly BatchJob[]): Promise<void>;
  /**
   * Queues all jobs that were put down. The hold of their credits and the answer that tells of it are there with the batch, in one transaction.
   * `no credits`: the day's limit does not allow the holds. `no file`: a file of the caller was forgotten meanwhile. `claim lost`: the claim of the
   * answer belongs to another attempt. Nothing happened in any of these cases.
   */
  begin(batch: NewBatch, charge?: BatchCharge, made?: MadeAnswer): Promise<'queued' | 'no credits' | 'no file' | 'claim lost'>;
  /** Forgets what was put down for a batch that shall not begin. */
  abandon(batch: string): Promise<void>;

  /** A batch of this owner; undefined for anybody else's. */
  find(owner: string, id: string): Promise<BatchProgress | undefined>;
  /** Newest first. */
  list(owner: string, page: BatchFilter): Promise<BatchPage>;
  /** Ends what is queued of it and tells the runs of what is running to stop. The batch as it is then. */
  cancel(owner: string, id: string): Promise<BatchProgress | undefined>;
  /** Forgets a batch that has ended, with its jobs. False when there is none. */
  remove(owner: string, id: string): Promise<boolean>;
  /** Jobs of a batch in the order of its lines, with their results; only those that have ended so, from after the job of this id. */
  ended(owner: string, id: string, page: EndedFilter): Promise<readonly JobRecord[]>;
}

export interface BatchJob extends Pick<NewJob, 'id' | 'priority' | 'request' | 'note'> {
  /** The file with its document. */
  readonly file: string;
  /** How many turns it waits from the batch's first on, among those of its priority: the sum of the steps of `turns.ts`. */
  readonly turn: number;
}

export interface NewBatch extends Pick<NewJob, 'owner' | 'note' | 'expiresInMs' | 'keepMs' | 'attempts'> {
  /** `batch_` and 26 characters that sort by time. */
  readonly id: string;
  /** The owner's endpoint that is told when its last job has ended; null for none. */
  readonly webhook: string | null;
}

/** One credit is held for each job, under the job's id. */
export interface BatchCharge {
  readonly client: string;
  readonly limit: number;
}

export interface BatchRecord extends Pick<NewBatch, 'id' | 'owner' | 'note' | 'webhook'> {
  readonly createdAt: Date;
  /** When its last job ended; null while one is under way. */
  readonly endedAt: Date | null;
  /** When it is forgotten; null while it is under way. */
  readonly keptUntil: Date | null;
  readonly jobs: number;
  /** How many of them are under way. */
  readonly unfinished: number;
}

export interface BatchProgress extends BatchRecord {
  readonly counts: Readonly<Record<JobStatus, number>>;
  /** What its ended jobs cost together. */
  readonly credits: number;
}

export interface BatchFilter {
  /** The id of the last batch of the page before. */
  readonly after?: string | undefined;
  /** 1 to 100. */
  readonly limit: number;
}

export interface BatchPage {
  readonly batches: readonly BatchRecord[];
  /** Absent on the last page. */
  readonly next?: string;
}

export interface EndedFilter extends BatchFilter {
  readonly statuses: readonly Exclude<JobStatus, 'queued' | 'running'>[];
}
