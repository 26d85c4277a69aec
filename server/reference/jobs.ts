import { jobPriorities } from '../state/job-store.js';
import { endedJob, type JobBody, job, jobs } from '../wire/jobs.js';
import { jobQuery, jobsQuery } from '../wire/queries.js';
import { maybe, string } from '../wire/schema-parts.js';
import { Type } from '../wire/typed-schema.js';
import { examples } from './examples.js';
import { dataFields, formOf, samples } from './extraction.js';
import { authorization, idempotencyKey, idOf, json, operations, type ServerTerms } from './operation.js';
import { badQuery, ofCallers, ofUploads, unknown } from './refusals.js';

/** The request of an extraction; its answer comes later. */
const { answer: _, ...values } = examples.values;
const asked = { values };

const queued: JobBody = {
  id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  status: 'queued',
  file: 'invoice.pdf',
  metadata: { tenant: 17 },
  batch: null,
  custom_id: null,
  priority: 'normal',
  webhook: null,
  created_at: '2026-11-23T20:00:00.000Z',
  started_at: null,
  ended_at: null,
  kept_until: null,
  runs: 0,
  credits: null,
};

export const ofJobs = { tag: 'Jobs', scope: 'jobs' } as const;

export function jobOperations(terms: ServerTerms) {
  const params = idOf('job', queued.id);
  const whole = (what: string) => ({ 200: json(what, endedJob, { example: queued, headers: ['Server-Timing'] }) });
  return operations(
    terms,
    ofJobs,
  )({
    enqueue: {
      summary: 'Extract in a while',
      description:
        'Takes what `/v1/extract` or `/v1/score` takes and answers at once; a worker reads the document later. Nothing is lost when a server dies, and nothing is charged twice.',
      headers: Type.Object(idempotencyKey),
      body: formOf(terms, asked, { ...jobFields, ...dataFields(terms.limits) }),
      answers: { 202: json('It is queued', job, { example: queued, headers: takenHeaders }) },
      refused: { ...ofUploads(terms.limits, terms.reads.formats), ...ofCallers },
      sample: samples(asked, '/v1/jobs', authorization(terms.knownBy)),
    },
    jobs: {
      summary: 'Your jobs, newest first',
      description: 'Without their results.',
      querystring: jobsQuery,
      answers: { 200: json('A page of them', jobs, { example: { jobs: [queued], next: null }, headers: ['Server-Timing'] }) },
      refused: { 400: badQuery(jobsQuery, 'limit') },
      sample: { path: '/v1/jobs' },
    },
    job: {
      params,
      summary: 'A job, with its result once it has ended',
      description: 'With `wait` the answer comes as soon as the job has ended.',
      querystring: jobQuery,
      answers: whole('The job'),
      refused: { 400: badQuery(jobQuery, 'wait'), 404: unknown('job') },
      sample: { path: '/v1/jobs/$JOB?wait=30' },
    },
    endJob: {
      params,
      summary: 'Cancel a job, or forget it',
      description: 'Cancels what is queued, stops what runs, and forgets what has ended.',
      answers: whole('The job as it is then, or was'),
      refused: { 404: unknown('job'), 409: withItsBatch },
      sample: { path: '/v1/jobs/$JOB', label: 'Cancel a job', method: 'DELETE' },
    },
  });
}

export const takenHeaders = ['Location', 'Server-Timing', 'Ignored-Fields', 'Idempotent-Replayed'] as const;

const jobFields = {
  metadata: maybe('A JSON object of at most 2,048 bytes; it comes back with the job', string),
  priority: maybe(
    'Among your own jobs; other callers have their own turns',
    Type.Unsafe<string>({ enum: jobPriorities, default: 'normal' }),
  ),
  webhook: maybe('The id of a webhook of yours that is told how the job ended', string),
  keep: keptHours('For how many hours the result is kept, within the limit of the server'),
  expires: waitingHours('For how many hours it may wait for a worker; then it expires'),
};

export function keptHours(description: string) {
  return Type.Optional(Type.Number({ exclusiveMinimum: 0, default: 24, description }));
}
export function waitingHours(description: string) {
  return Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 168, default: 168, description }));
}

const withItsBatch = {
  when: 'It has ended and belongs to a batch',
  details: { 'Of a batch': 'The job has ended and is kept as long as its batch: forget both with DELETE /v1/batches/{id}' },
};
