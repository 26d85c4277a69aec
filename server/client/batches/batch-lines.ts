import type { ShownJob } from '../answer.js';
import type { VouchError } from '../errors.js';
import type { Vouched } from '../extraction.js';

interface LineOfBatch {
  readonly custom_id: string;
  /** The id of its job. */
  readonly job: string;
  readonly credits: number;
}

/** A line of the results as it is sent. */
export type SentLine = LineOfBatch &
  Pick<ShownJob, 'result' | 'error'> & { readonly status: Exclude<ShownJob['status'], 'queued' | 'running'> };

/** A line of a batch that has a result. */
export interface DoneLine<Data> extends LineOfBatch, Vouched<Data> {
  readonly status: 'done';
}

/** A line of a batch that came to nothing. */
export interface FailedLine extends LineOfBatch {
  readonly status: 'failed' | 'cancelled' | 'expired';
  /** Why: RefusedError as `extract` would throw, ExtractionFailedError or JobEndedError. */
  readonly error: VouchError;
}

/** What has become of a line of a batch. */
export type EndedLine<Data> = DoneLine<Data> | FailedLine;
