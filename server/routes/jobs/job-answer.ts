import type { JsonObject } from '../../../core/index.js';
import { readResult, resultName } from '../../jobs/job-result.js';
import type { JobRecord } from '../../jobs/job-store.js';
import type { Recipient } from '../../jobs/recipient.js';

/** What the caller sees again of its request. */
export interface JobNote {
  readonly file: string;
  readonly metadata: JsonObject | null;
}

export const noteName = (job: string): string => `${job} note`;

/** A job as its caller sees it, without its result. */
export interface JobBody {
  readonly id: string;
  readonly status: JobRecord['status'];
  readonly file: string;
  readonly metadata: JsonObject | null;
  readonly priority: JobRecord['priority'];
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly kept_until: string | null;
  readonly runs: number;
  readonly credits: number | null;
}

export function jobBody(job: JobRecord, recipient: Recipient): JobBody {
  const { file, metadata } = JSON.parse(recipient.open(job.note, noteName(job.id)).toString('utf8')) as JobNote;
  return {
    id: job.id,
    status: job.status,
    file,
    metadata,
    priority: job.priority,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
    kept_until: job.keptUntil?.toISOString() ?? null,
    runs: job.runs,
    credits: job.credits,
  };
}

/** The job with its `result`, byte for byte as `/v1/extract` would have answered, or with the `error` that it would have been refused with. */
export function wholeJob(job: JobRecord, recipient: Recipient): string {
  const body = JSON.stringify(jobBody(job, recipient));
  if (job.status !== 'done' && job.status !== 'failed') return body;
  const { status, body: text } = job.result ? readResult(recipient.open(job.result, resultName(job.id))) : unexplained;
  return status === 200 ? withMember(body, 'result', text) : withMember(body, 'error', withMember(text, 'status', String(status)));
}

/** Each run failed or its process died; the log says why. */
const unexplained = {
  status: 500,
  body: JSON.stringify({ detail: 'The job could not be run: each attempt ended without an answer. Its id finds it in the log' }),
};

/** Adds a member to a JSON object without parsing it. */
const withMember = (object: string, name: string, value: string): string => `${object.slice(0, -1)},${JSON.stringify(name)}:${value}}`;
