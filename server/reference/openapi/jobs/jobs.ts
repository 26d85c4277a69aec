import { wireSchemas } from '../../../wire/schemas.js';
import { examples } from '../examples.js';
import { type KnownBy, refusals, samples } from '../extraction.js';
import { type Acceptance, formOf } from '../form.js';
import { curl, getPath, json } from '../get-path.js';
import { withHeaders } from '../headers.js';
import { idempotencyKey, requestId } from '../parameters.js';
import { common, refusal } from '../refusals.js';
import { ofAuthentication, ofCallers, ofUploads } from '../refused-uploads.js';
import type { MediaType, Operation, Parameter, PathItem } from '../types.js';

const tags = ['Jobs'];
export const authorization = (knownBy: KnownBy): readonly string[] => (knownBy === 'keys' ? ['Authorization: Bearer $VOUCH_API_KEY'] : []);
export const secured = (knownBy: KnownBy): Partial<Operation> => (knownBy === 'keys' ? { security: [{ key: ['jobs'] }] } : {});

/** `/v1/jobs`. */
export const jobPaths = (acceptance: Acceptance, knownBy: KnownBy): Readonly<Record<string, PathItem>> => ({
  '/v1/jobs': { post: enqueueOperation(acceptance, knownBy), ...listPath(knownBy) },
  '/v1/jobs/{id}': { ...showPath(knownBy), delete: endOperation(knownBy) },
});

/** The request of an extraction; its answer comes later. */
const { answer: _, ...values } = examples.values;
const asked = { values };

const queued = {
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

const enqueueOperation = (acceptance: Acceptance, knownBy: KnownBy): Operation => ({
  operationId: 'enqueue',
  tags,
  summary: 'Extract in a while',
  description:
    'Takes what `/v1/extract` takes and answers at once; a worker reads the document later. Nothing is lost when a server dies, and nothing is charged twice.',
  ...secured(knownBy),
  parameters: [idempotencyKey, requestId],
  requestBody: { required: true, content: { 'multipart/form-data': jobForm(acceptance) } },
  responses: {
    202: {
      ...json('It is queued', wireSchemas.job, queued),
      headers: withHeaders('Location', 'Server-Timing', 'Ignored-Fields', 'Idempotent-Replayed'),
    },
    ...common(),
    ...refusals(ofUploads(acceptance), ['Server-Timing']),
    ...refusals({ ...ofAuthentication[knownBy], ...ofCallers }, ['Server-Timing']),
  },
  'x-codeSamples': samples(asked, '/v1/jobs', authorization(knownBy)),
});

const jobForm = (acceptance: Acceptance): MediaType => {
  const { schema, ...form } = formOf(acceptance, asked);
  return {
    ...form,
    schema: {
      ...schema,
      properties: {
        ...(schema['properties'] as object),
        metadata: { type: 'string', description: 'A JSON object of at most 2,048 bytes; it comes back with the job' },
        priority: {
          enum: ['high', 'normal', 'low'],
          default: 'normal',
          description: 'Among your own jobs; other callers have their own turns',
        },
        webhook: { type: 'string', description: 'The id of a webhook of yours that is told how the job ended' },
        keep: {
          type: 'number',
          exclusiveMinimum: 0,
          default: 24,
          description: 'For how many hours the result is kept, within the limit of the server',
        },
        expires: {
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 168,
          default: 168,
          description: 'For how many hours it may wait for a worker; then it expires',
        },
      },
    },
  };
};

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the job',
  schema: { type: 'string' },
  example: queued.id,
};
const wait: Parameter = {
  name: 'wait',
  in: 'query',
  description: 'Answer once the job has ended, or after so many seconds',
  schema: { type: 'integer', minimum: 0, maximum: 60, default: 0 },
};
const listParameters: readonly Parameter[] = [
  {
    name: 'status',
    in: 'query',
    description: 'Only those',
    schema: { enum: ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] },
  },
  { name: 'batch', in: 'query', description: 'Only those of this batch', schema: { type: 'string' } },
  { name: 'cursor', in: 'query', description: 'The `next` of the page before', schema: { type: 'string' } },
  { name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
];

const listPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/jobs',
    {
      operationId: 'jobs',
      tags,
      summary: 'Your jobs, newest first',
      description: 'Without their results.',
      ...secured(knownBy),
      parameters: listParameters,
      responses: {
        200: { ...json('A page of them', wireSchemas.jobs, { jobs: [queued], next: null }), headers: withHeaders('Server-Timing') },
        ...refusals({ 400: badQuery({ 'A limit': 'limit must be a whole number from 1 to 100' }), ...ofAuthentication[knownBy] }, [
          'Server-Timing',
        ]),
      },
    },
    authorization(knownBy),
  );

const badQuery = (details: Readonly<Record<string, string>>) => ({
  when: 'A parameter cannot be used; or the request is not valid HTTP',
  details,
});

const unknownJob = {
  when: 'There is no such job',
  details: { Unknown: 'There is no such job: its id is wrong, it belongs to another caller, or it was kept long enough' },
} as const;

const showPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/jobs/$JOB?wait=30',
    {
      operationId: 'job',
      tags,
      summary: 'A job, with its result once it has ended',
      description: 'With `wait` the answer comes as soon as the job has ended.',
      ...secured(knownBy),
      parameters: [id, wait],
      responses: {
        ...ofJob(knownBy, 'The job'),
        ...refusals({ 400: badQuery({ 'A wait': 'wait must be a whole number of seconds, 0 to 60' }) }, ['Server-Timing']),
      },
    },
    authorization(knownBy),
  );

const endOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'endJob',
  tags,
  summary: 'Cancel a job, or forget it',
  description: 'Cancels what is queued, stops what runs, and forgets what has ended.',
  ...secured(knownBy),
  parameters: [id, requestId],
  responses: {
    ...common(),
    ...ofJob(knownBy, 'The job as it is then, or was'),
    409: refusal({
      when: 'It has ended and belongs to a batch',
      details: { 'Of a batch': 'The job has ended and is kept as long as its batch: forget both with DELETE /v1/batches/{id}' },
      headers: ['Server-Timing'],
    }),
  },
  'x-codeSamples': [{ lang: 'Shell', label: 'Cancel a job', source: curl('/v1/jobs/$JOB', authorization(knownBy), {}, 'DELETE') }],
});

const ofJob = (knownBy: KnownBy, what: string): Operation['responses'] => ({
  200: { ...json(what, wireSchemas.endedJob, queued), headers: withHeaders('Server-Timing') },
  ...refusals(ofAuthentication[knownBy], ['Server-Timing']),
  404: refusal({ ...unknownJob, headers: ['Server-Timing'] }),
});
