import type { ExtractAnswer, jobStatusNames } from '../answer.js';
import type { VouchError } from '../errors.js';
import type { Vouched } from '../extraction.js';
import type { JsonValue } from '../schema/types.js';

/** A document that was sent before the batch that names it. Times are of RFC 3339. */
export interface KeptFile {
  readonly id: string;
  /** Its name; null where it is sealed for a former secret of the key. */
  readonly file: string | null;
  readonly bytes: number;
  readonly created_at: string;
  readonly kept_until: string;
}

export const batchStatusNames = ['running', 'ended'] as const;

/** A batch as a list shows it. */
export interface ListedBatch {
  readonly id: string;
  /** `ended` once each of its jobs has. */
  readonly status: (typeof batchStatusNames)[number];
  readonly metadata: { readonly [name: string]: JsonValue } | null;
  /** How many jobs it has, and how many of them are queued or running. */
  readonly jobs: number;
  readonly unfinished: number;
  /** Documents that came with it and that no line names; null where it is sealed for a former secret of the key. */
  readonly unused_files: number | null;
  /** The id of the webhook that is told once it has ended; null for none. */
  readonly webhook: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly kept_until: string | null;
}

/** A batch that was asked for by its id. */
export interface ShownBatch extends ListedBatch {
  /** Its jobs by status. */
  readonly counts: { readonly [Status in (typeof jobStatusNames)[number]]: number };
  /** What its ended jobs cost together. */
  readonly credits: number;
}

export interface BatchesPage {
  readonly batches: readonly ListedBatch[];
  /** The `cursor` of the next page; null on the last. */
  readonly next: string | null;
}

/** A line of the results as it is sent. */
export interface SentLine {
  readonly custom_id: string;
  readonly job: string;
  readonly status: 'done' | 'failed' | 'cancelled' | 'expired';
  readonly credits: number;
  readonly result?: ExtractAnswer;
  readonly error?: { readonly status: number; readonly detail: string };
}

/** A line of a batch that has a result. */
export interface DoneLine<Data> extends Vouched<Data> {
  readonly custom_id: string;
  /** The id of its job. */
  readonly job: string;
  readonly status: 'done';
  readonly credits: number;
}

/** A line of a batch that came to nothing. */
export interface FailedLine {
  readonly custom_id: string;
  /** The id of its job. */
  readonly job: string;
  readonly status: 'failed' | 'cancelled' | 'expired';
  readonly credits: number;
  /** Why: RefusedError as `extract` would throw, ExtractionFailedError or JobEndedError. */
  readonly error: VouchError;
}

/** What has become of a line of a batch. */
export type EndedLine<Data> = DoneLine<Data> | FailedLine;
