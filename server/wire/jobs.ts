import type { JsonObject } from '../../core/index.js';
import { jobPriorities, jobStatuses } from '../state/job-store.js';
import type { ExtractionBody } from './extraction.js';
import { about, type BodyOf, closed, count, idOf, list, maybe, nextPage, oneOf, orNull, string, text, time } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The bodies of `/v1/jobs`, `/v1/batches` and `/v1/files`. */

/** Sealed for the caller, whose key may have been rotated without its former secret. */
const unlessSealed = 'null where it is sealed for a former secret of the key';
const metadata = about('What you sent as `metadata`; null for nothing', Type.Unsafe<JsonObject | null>({ type: ['object', 'null'] }));

const jobMembers = {
  id: idOf('job'),
  status: about('`queued` and `running` are under way, the others are ends', oneOf(...jobStatuses)),
  file: about(`The name of the file that was sent; ${unlessSealed}`, orNull(string)),
  metadata,
  batch: about('The batch that it was sent with; null for a job of its own', orNull(string)),
  custom_id: about('Its name in the batch', orNull(string)),
  priority: oneOf(...jobPriorities),
  webhook: about('The webhook that is told how it ended; null for none', orNull(string)),
  created_at: time,
  started_at: about('When it was first begun', orNull(time)),
  ended_at: orNull(time),
  kept_until: about('When it is forgotten; null while it is under way', orNull(time)),
  runs: about('How often it was begun: more than once where a worker died, or a provider was out', count),
  credits: about('What it cost; null while it is under way', orNull(count)),
};

export const job = closed(jobMembers);

export const endedJob = closed({
  ...jobMembers,
  result: maybe(
    'Of a job that is done, or whose extraction failed: what `/v1/extract` would have answered, byte for byte',
    Type.Unsafe<ExtractionBody>({}),
  ),
  error: maybe(
    'Of a job that was refused: as `/v1/extract` would have refused it',
    closed({
      code: maybe(
        'What `X-Error-Code` would have said; absent where the result is sealed for a former secret of the key, and of a job that was refused by an older version',
        text,
      ),
      detail: text,
      status: about('The HTTP status that it would have had', Type.Integer()),
    }),
  ),
});

export const jobs = closed({ jobs: list(job), next: nextPage });

export const file = closed({
  id: idOf('file'),
  file: about(`Its name; ${unlessSealed}`, orNull(string)),
  bytes: count,
  created_at: time,
  kept_until: about('When it is forgotten', time),
});

export const files = closed({ files: list(file), next: nextPage });

const batchMembers = {
  id: idOf('batch'),
  status: about('`ended` once each job has', oneOf('running', 'ended')),
  metadata,
  jobs: about('How many it has', count),
  unfinished: about('How many of them are queued or running', count),
  unused_files: about(`Documents that came with it and that no line names; ${unlessSealed}`, orNull(count)),
  webhook: about('The webhook that is told once it has ended; null for none', orNull(string)),
  created_at: time,
  ended_at: about('When its last job ended', orNull(time)),
  kept_until: about('When it is forgotten, with its jobs; null while it is under way', orNull(time)),
};

export const listedBatch = closed(batchMembers);

export const batch = closed({
  ...batchMembers,
  counts: about(
    'Its jobs by status',
    closed({ queued: count, running: count, done: count, failed: count, cancelled: count, expired: count }),
  ),
  credits: about('What its ended jobs cost together', count),
});

export const batches = closed({ batches: list(listedBatch), next: nextPage });

/** A job as its caller sees it, without its result. */
export type JobBody = BodyOf<typeof job>;
export type JobsBody = BodyOf<typeof jobs>;
/** A file as its caller sees it: what it is, never what it says. */
export type FileBody = BodyOf<typeof file>;
export type FilesBody = BodyOf<typeof files>;
/** A batch as its caller sees it in a list. */
export type BatchBody = BodyOf<typeof listedBatch>;
export type WholeBatchBody = BodyOf<typeof batch>;
export type BatchesBody = BodyOf<typeof batches>;
