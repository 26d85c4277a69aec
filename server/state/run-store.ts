import type { JobRecord, KeptReviewState, NewJob, NewReview, ReviewState } from './job-store.js';
import type { KeptPage, PageFilter } from './kept-page.js';

/** `postponed` and `rejected` are about a document as a whole. */
export const verdictKinds = ['confirmed', 'corrected', 'absent', 'postponed', 'rejected'] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/**
 * Answers that people look at. A run is the job that has made the answer, or stands for it where a request has waited; its document stays until it is
 * reviewed or forgotten. For implementers, beside what is said of `JobStore`:
 * - verdicts are only ever added. Each makes the next version of its run, and of two that were given on one version one is kept;
 * - the store's clock decides how long a claim lasts.
 */
export interface RunStore {
  /** Keeps an answer as a job that is done, which takes its document. */
  keep(run: NewRun): Promise<void>;
  /** A run of this owner, with its verdicts; undefined for anybody else's, and for a job that nobody is to look at. */
  find(owner: string, id: string): Promise<RunRecord | undefined>;
  /** What there is most to lose with comes first, the oldest first of equals. */
  list(owner: string, filter: PageFilter & { readonly state?: ReviewState | undefined }): Promise<RunPage>;
  /** Gives a run to a reviewer for a while. False where another has it, or it is reviewed. */
  claim(owner: string, id: string, claim: RunClaim): Promise<boolean>;
  /** Keeps a verdict, and what follows from it. False, and nothing has happened, where the run is at another version, reviewed, or claimed by another. */
  judge(owner: string, id: string, verdict: NewVerdict): Promise<boolean>;
  /** What the newest verdicts of all owners have said of readers, oldest first, also of runs that are forgotten. They stay for a year. */
  judgments(most: number): Promise<readonly Judgment[]>;
}

export interface Judgment {
  readonly run: string;
  /** As it was kept. */
  readonly said: string;
}

export interface NewRun extends Pick<NewJob, 'id' | 'owner' | 'request' | 'document' | 'note' | 'keepMs' | 'webhook'> {
  /** Sealed for the caller. */
  readonly result: Uint8Array;
  readonly credits: number;
  readonly review: NewReview;
}

export interface RunRecord extends JobRecord, Pick<NewJob, 'request'> {
  readonly state: KeptReviewState | 'cleared';
  /** How many verdicts it has. */
  readonly version: number;
  readonly reviewer: string | null;
  /** Null where nobody has claimed it, or the claim is over. */
  readonly claimedUntil: Date | null;
  /** Oldest first; none in lists. */
  readonly verdicts: readonly VerdictRecord[];
}

export interface VerdictRecord {
  /** Counted from 1. */
  readonly number: number;
  readonly at: Date;
  /** Sealed for the caller. */
  readonly sealed: Uint8Array;
}

export interface RunClaim {
  readonly reviewer: string;
  readonly leaseMs: number;
}

export interface NewVerdict extends RunClaim {
  /** The version that it was given on. */
  readonly version: number;
  readonly sealed: Uint8Array;
  readonly state: KeptReviewState;
  /** What it says of the reader, without values; absent for nothing. */
  readonly said?: string | undefined;
}

export interface RunPage extends KeptPage {
  /** Without results and verdicts. */
  readonly runs: readonly RunRecord[];
}
