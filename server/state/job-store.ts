import type { MadeAnswer } from './answer-store.js';
import type { DocumentPieces, StoredDocument } from './document-pieces.js';
import type { KeptPage, PageFilter } from './kept-page.js';

/** `queued` and `running` are under way; the others are ends. */
export const jobStatuses = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** Among the jobs of one caller. Each has a line of its own, so that a caller who calls everything urgent is not served more than three times as often. */
export const jobPriorities = ['high', 'normal', 'low'] as const;

export type JobPriority = (typeof jobPriorities)[number];

/** How a person gets on with an answer: `reviewing` while a claim lasts; `confirmed` and `rejected` are ends. */
export const reviewStates = ['to_review', 'reviewing', 'postponed', 'confirmed', 'rejected'] as const;

export type ReviewState = (typeof reviewStates)[number];

/** What the store itself keeps of it. */
export type KeptReviewState = Exclude<ReviewState, 'reviewing'>;

/**
 * Jobs and the queue that they wait in. For implementers:
 * - every method can be called from many processes at once, and each is one transaction: after a crash it has happened or not;
 * - a job is run at least once and settled once: what a run that has lost its lease still says changes nothing;
 * - callers take turns (see `Turn`), so that one caller's many jobs do not hold up another's one;
 * - the store's clock decides what has expired;
 * - what is sealed is opaque here: the store can read neither documents, nor schemas, nor results.
 */
export interface JobStore extends JobAdministration {
  /** The documents that jobs, files and batches take. */
  readonly documents: DocumentPieces;
  /**
   * Queues a job, which takes its document, with the hold of its credits and the answer that tells of it, in one transaction. Rejects when the
   * document is gone. `no credits`: the day's limit does not allow
   * the hold; `claim lost`: the claim of the answer belongs to another attempt. Nothing happened in either case.
   */
  enqueue(job: NewJob, charge?: JobCharge, made?: MadeAnswer): Promise<'queued' | 'no credits' | 'claim lost'>;
  /** A job of this owner; undefined for anybody else's. */
  find(owner: string, id: string): Promise<JobRecord | undefined>;
  /** Newest first. */
  list(owner: string, filter: JobFilter): Promise<JobPage>;
  /** Ends what is queued, tells the run of what is running to stop, and leaves what has ended. The job as it is then. */
  cancel(owner: string, id: string): Promise<JobRecord | undefined>;
  /** Forgets a job that has ended, with its result. False when there is none, or it belongs to a batch. */
  remove(owner: string, id: string): Promise<boolean>;

  /** Leases the next jobs to a worker; as many as there are, at most `most`. */
  claim(most: number, leaseMs: number): Promise<readonly ClaimedJob[]>;
  /** Renews the lease of a run. `cancelled`: the caller wants no result any more. `lost`: another run may have begun. */
  renewLease(run: JobRun, leaseMs: number): Promise<'running' | 'cancelled' | 'lost'>;
  /** Ends a job, settles its hold, deletes its document and announces the end, in one transaction. False when the run had lost its lease. */
  end(run: JobRun, end: JobEnd): Promise<boolean>;
  /** Puts a job back in the queue. An attempt that was not the job's fault is not spent. Nothing happens when the run had lost its lease. */
  requeue(run: JobRun, again: { readonly afterMs: number; readonly spendsAttempt: boolean }): Promise<void>;

  /** How much waits and runs, for metrics. */
  backlog(): Promise<Backlog>;
  /** Expires what has waited too long and forgets results after their time. Any process may call it at any time. */
  sweep(): Promise<void>;
}

export interface NewJob {
  /** `job_` and 26 characters that sort by time. */
  readonly id: string;
  /** Who may see it: 'key:4f0c…', 'host:…'. */
  readonly owner: string;
  readonly priority: JobPriority;
  /** Schema, options and for whom the result is sealed; sealed for the workers. */
  readonly request: Uint8Array;
  /** Put down before, and taken by the job. */
  readonly document: StoredDocument;
  /** What the caller sees again: file name and metadata; sealed for the caller. */
  readonly note: Uint8Array;
  /** How long the job may wait before it expires. */
  readonly expiresInMs: number;
  /** How long its result is kept once it has ended. */
  readonly keepMs: number;
  /** How many runs may fail or die. */
  readonly attempts: number;
  /** The endpoint that is told how it ended; null for none. */
  readonly webhook: string | null;
}

/** The credits that are held for a job until it is settled, and the limit of the day. */
export interface JobCharge {
  readonly hold: { readonly id: string; readonly client: string; readonly credits: number };
  readonly limit: number;
}

export interface JobRecord extends Pick<NewJob, 'id' | 'owner' | 'priority' | 'note' | 'webhook'> {
  readonly status: JobStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** When it is forgotten; null while it is under way. */
  readonly keptUntil: Date | null;
  /** The batch that it belongs to, and is kept as long as; null for a job of its own. */
  readonly batch: string | null;
  /** How often a run has begun. */
  readonly runs: number;
  /** What it cost; null while it is under way. */
  readonly credits: number | null;
  /** The answer, or why there is none, sealed for the caller. Null where there is neither. */
  readonly result: Uint8Array | null;
}

export interface JobFilter extends PageFilter {
  readonly status?: JobStatus | undefined;
  readonly batch?: string | undefined;
}

export interface JobPage extends KeptPage {
  /** Without results. */
  readonly jobs: readonly JobRecord[];
}

/** One run of a job by one worker. */
export interface JobRun {
  readonly id: string;
  readonly job: string;
}

export interface ClaimedJob extends Pick<NewJob, 'owner' | 'request'> {
  readonly run: JobRun;
  /** The id of its hold; null where its caller has no limit of credits. */
  readonly hold: string | null;
  /** Attempts that are left after this one. */
  readonly attemptsLeft: number;
}

/** How a job ended. */
export interface JobEnd {
  readonly status: 'done' | 'failed' | 'cancelled';
  /** Sealed for the caller. */
  readonly result: Uint8Array | null;
  readonly credits: number;
  /** How it is to be reviewed; absent where nobody was to judge that. Its document stays while a person is to look at it. */
  readonly review?: NewReview | undefined;
}

/** How an answer is to be reviewed. */
export interface NewReview {
  readonly state: KeptReviewState | 'cleared';
  /** How much there is to lose, in half powers of two, so that the store learns no amount. */
  readonly rank: number;
}

export interface Backlog {
  readonly queued: number;
  readonly running: number;
  /** How long the oldest job that waits has waited; null when none does. */
  readonly oldestMs: number | null;
}

/** What an operator does with the jobs of all callers: it sees how they are, and neither documents, nor names, nor results. */
export interface JobAdministration {
  /** Newest first. */
  survey(filter: SurveyFilter): Promise<readonly SurveyedJob[]>;
  /**
   * Queues a failed job again, next in its turn and at no cost for its caller; its batch is under way again. `not failed` and `no document` change
   * nothing: a document that came with its job or batch is deleted when the job ends, a file of the caller is there as long as it is kept.
   */
  retry(id: string, terms: RetryTerms): Promise<'queued' | 'not failed' | 'no document' | 'unknown'>;
}

export interface RetryTerms {
  readonly attempts: number;
  readonly expiresInMs: number;
}

export interface SurveyFilter {
  readonly id?: string | undefined;
  readonly status?: JobStatus | undefined;
  /** As in the record of a job: 'key:4f0c…'. */
  readonly owner?: string | undefined;
  readonly batch?: string | undefined;
  readonly limit: number;
}

export interface SurveyedJob extends Omit<JobRecord, 'note' | 'result'> {
  /** When it expires if no worker comes. */
  readonly expiresAt: Date;
  /** Whether its document is still there. */
  readonly hasDocument: boolean;
}

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
  /** How many turns it waits from the batch's first on, among those of its priority: the sum of the steps of their `Turn`s. */
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

export type BatchFilter = PageFilter;

export interface BatchPage extends KeptPage {
  readonly batches: readonly BatchRecord[];
}

export interface EndedFilter extends PageFilter {
  readonly statuses: readonly Exclude<JobStatus, 'queued' | 'running'>[];
}

/**
 * Whose turn it is, by start-time fair queueing (Goyal, Vin, Cheng, 1996). Each line, which is a caller and a priority, gives its jobs numbers that
 * rise by what they take; a line that was empty begins at the number of the job that was begun last. The lowest number is next. So a caller with
 * twenty thousand jobs has high numbers, and another's single job is next.
 */
export interface Turn {
  /** The line of the job. */
  readonly line: string;
  /** By how much the number of the next job in this line is higher. */
  readonly step: number;
}

export const turnOf = ({ owner, priority, document }: Pick<NewJob, 'owner' | 'priority' | 'document'>): Turn => ({
  line: lineOf(owner, priority),
  step: stepOf(priority, document.size),
});

export const lineOf = (owner: string, priority: JobPriority): string => `${owner} ${priority}`;

export const stepOf = (priority: JobPriority, bytes: number): number => weights[priority] * (1 + Math.ceil(bytes / 1_048_576));

/** A document of low priority counts as four. */
const weights: Readonly<Record<JobPriority, number>> = { high: 1, normal: 1, low: 4 };
