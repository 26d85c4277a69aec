import type { ErrorCode } from '../http/refusal.js';
import { type JobNote, type JobResult, noteName, opened, openedText, readResult, resultName } from '../jobs/sealed-job.js';
import type { JobRecord } from '../state/job-store.js';
import type { Recipient } from '../state/sealing.js';
import type { JobBody } from '../wire/jobs.js';

export function jobBody(job: JobRecord, recipient: Recipient): JobBody {
  const note = openedText(recipient, job.note, noteName(job.id));
  return bodyOf(job, note === undefined ? { file: null, metadata: null } : (JSON.parse(note) as JobNote));
}

export const queuedBody = (job: Pick<JobRecord, 'id' | 'priority' | 'webhook'>, note: JobNote): JobBody =>
  bodyOf({ ...job, ...justQueued, createdAt: new Date() }, note);

const justQueued = { status: 'queued', startedAt: null, endedAt: null, keptUntil: null, batch: null, runs: 0, credits: null } as const;

const bodyOf = (
  job: Omit<JobRecord, 'owner' | 'note' | 'result'>,
  { file, metadata, custom_id }: Pick<JobBody, 'file' | 'metadata'> & Pick<JobNote, 'custom_id'>,
): JobBody => ({
  id: job.id,
  status: job.status,
  file,
  metadata,
  batch: job.batch,
  custom_id: custom_id ?? null,
  priority: job.priority,
  webhook: job.webhook,
  created_at: job.createdAt.toISOString(),
  started_at: job.startedAt?.toISOString() ?? null,
  ended_at: job.endedAt?.toISOString() ?? null,
  kept_until: job.keptUntil?.toISOString() ?? null,
  runs: job.runs,
  credits: job.credits,
});

/** The job with its `result`, byte for byte as `/v1/extract` would have answered, or with the `error` that it would have been refused with. */
export const wholeJob = (job: JobRecord, recipient: Recipient): string => withEnd(JSON.stringify(jobBody(job, recipient)), job, recipient);

/** A job that has ended as a line among the results of its batch. */
export function jobLine(job: JobRecord, recipient: Recipient): string {
  const { custom_id, id, status, credits } = jobBody(job, recipient);
  return withEnd(JSON.stringify({ custom_id, job: id, status, credits }), job, recipient);
}

function withEnd(body: string, job: JobRecord, recipient: Recipient): string {
  if (job.status !== 'done' && job.status !== 'failed') return body;
  const { status, body: text } = resultOf(job, recipient);
  return status === 200 ? withMember(body, 'result', text) : withMember(body, 'error', withMember(text, 'status', String(status)));
}

function resultOf(job: JobRecord, recipient: Recipient): JobResult {
  if (!job.result) return unexplained;
  const result = opened(recipient, job.result, resultName(job.id));
  return result ? readResult(result) : sealedForAnother;
}

/** The key was rotated by somebody who did not have its secret, so that the new one could not be given what the former one opens. */
const sealedForAnother = {
  status: 410,
  body: JSON.stringify({
    detail: 'The result is sealed for the former secret of this key. Ask with that one while it works, or send the document again',
  }),
};

/** Each run failed or its process died; the log says why. */
const unexplained = {
  status: 500,
  body: JSON.stringify({
    code: 'INTERNAL_ERROR' satisfies ErrorCode,
    detail: 'The job could not be run: each attempt ended without an answer. Its id finds it in the log',
  }),
};

/** Adds a member to a JSON object without parsing it. */
const withMember = (object: string, name: string, value: string): string => `${object.slice(0, -1)},${JSON.stringify(name)}:${value}}`;
