import { wireSchemas } from '../../../wire/schemas.js';
import { type KnownBy, refusals } from '../extraction.js';
import { curl, getPath, json, textual } from '../get-path.js';
import { withHeaders } from '../headers.js';
import { idempotencyKey, requestId } from '../parameters.js';
import { common, type DocumentedRefusal, refusal } from '../refusals.js';
import { ofAuthentication, ofCallers } from '../refused-uploads.js';
import type { MediaType, Operation, Parameter, PathItem } from '../types.js';
import { authorization, secured } from './jobs.js';

const tags = ['Jobs'];

/** `/v1/batches`. */
export const batchPaths = (knownBy: KnownBy): Readonly<Record<string, PathItem>> => ({
  '/v1/batches': { post: takeOperation(knownBy), ...listPath(knownBy) },
  '/v1/batches/{id}': { ...showPath(knownBy), delete: endOperation(knownBy) },
  '/v1/batches/{id}/results': linesPath(knownBy, {
    name: 'results',
    summary: 'The results of a batch, a line each',
    description:
      'JSON Lines in the order of the lines that were sent: `custom_id`, `job`, `status`, `credits` and `result` or `error`. What has not ended yet is left out.',
  }),
  '/v1/batches/{id}/errors': linesPath(knownBy, {
    name: 'errors',
    summary: 'What of a batch was not done, a line each',
    description: 'As `results`, but only the jobs that failed, were cancelled or have expired.',
  }),
});

const listed = {
  id: 'batch_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  status: 'running',
  metadata: { month: '2026-11' },
  jobs: 500,
  unfinished: 120,
  unused_files: 0,
  webhook: null,
  created_at: '2026-11-23T20:00:00.000Z',
  ended_at: null,
  kept_until: null,
};
const shown = { ...listed, counts: { queued: 116, running: 4, done: 378, failed: 2, cancelled: 0, expired: 0 }, credits: 812 };

const takeOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'addBatch',
  tags,
  summary: 'Send many jobs at once',
  description:
    'Takes all of them or none: each line is checked before anything is taken in, and a mistake is told with its line and `custom_id`. ' +
    'A line names its document by an id of `/v1/files`, by the file name of a part `file`, or by its name in the zip `files`.',
  ...secured(knownBy),
  parameters: [idempotencyKey, requestId],
  requestBody: { required: true, content: { 'multipart/form-data': form } },
  responses: {
    202: {
      ...json('All are queued', wireSchemas.batch, shown),
      headers: withHeaders('Location', 'Server-Timing', 'Ignored-Fields', 'Idempotent-Replayed'),
    },
    ...common(),
    ...refusals(ofBatches, ['Server-Timing']),
    ...refusals({ ...ofAuthentication[knownBy], ...ofCallers }, ['Server-Timing']),
  },
  'x-codeSamples': [
    {
      lang: 'Shell',
      label: 'Send a batch',
      source: [
        `echo '{"custom_id":"a","file":"invoice.pdf"}' > jobs.jsonl`,
        curl('/v1/batches', authorization(knownBy), {
          jobs: '@jobs.jsonl',
          file: '@invoice.pdf',
          output_schema: '{"type":"object","properties":{"total":{"type":"number"}}}',
        }),
      ].join('\n'),
    },
  ],
});

const form: MediaType = {
  schema: {
    type: 'object',
    required: ['jobs'],
    properties: {
      jobs: {
        type: 'string',
        format: 'binary',
        description:
          'JSON Lines, at most 100,000 of them, each an object with `custom_id`, `file`, and what a job takes: `output_schema` (an object or a text), ' +
          '`confidence_threshold`, `enable_verification`, `include`, `metadata`, `priority`',
      },
      file: {
        type: 'array',
        items: { type: 'string', format: 'binary' },
        description: 'Documents, at most 1,000 of them, known by their file names',
      },
      files: { type: 'string', format: 'binary', description: 'A zip of documents' },
      output_schema: { type: 'string', description: 'The schema of lines that have none' },
      metadata: { type: 'string', description: 'A JSON object of at most 2,048 bytes; it comes back with the batch' },
      webhook: { type: 'string', description: 'The id of a webhook that is told once the last job has ended' },
      keep: {
        type: 'number',
        exclusiveMinimum: 0,
        default: 24,
        description: 'For how many hours results are kept once the last job has ended, within the limit of the server',
      },
      expires: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 168,
        default: 168,
        description: 'For how many hours its jobs may wait for a worker; those that still do expire',
      },
    },
  },
};

const ofBatches = {
  400: {
    when: 'A line, the zip or a field cannot be used; or the request is not valid HTTP',
    details: {
      'No lines': 'jobs is required: JSON Lines, one job a line, each with custom_id and file',
      'A line': 'Nothing was taken in: jobs has a mistake. line 2, custom_id "a": custom_id is that of line 1, too: each needs its own',
    },
  },
  413: {
    when: 'The batch or a document is too large',
    details: {},
  },
  415: {
    when: 'The body is not `multipart/form-data`',
    details: { 'A JSON body': 'The request must be multipart/form-data with the part jobs' },
  },
  500: { when: 'Our mistake; `X-Request-Id` finds it in the log', details: { 'A mistake': 'Internal server error' } },
  503: {
    when: 'Busy, about to end, or the state cannot be reached',
    details: { Busy: 'The service is busy. Retry shortly.' },
    headers: ['Retry-After'],
  },
} as const satisfies Record<number, DocumentedRefusal>;

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the batch',
  schema: { type: 'string' },
  example: shown.id,
};

const listParameters: readonly Parameter[] = [
  { name: 'cursor', in: 'query', description: 'The `next` of the page before', schema: { type: 'string' } },
  { name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
];

const listPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/batches',
    {
      operationId: 'batches',
      tags,
      summary: 'Your batches, newest first',
      description: 'Without the counts of their jobs.',
      ...secured(knownBy),
      parameters: listParameters,
      responses: {
        200: { ...json('A page of them', wireSchemas.batches, { batches: [listed], next: null }), headers: withHeaders('Server-Timing') },
        ...refusals(
          {
            400: {
              when: 'A parameter cannot be used; or the request is not valid HTTP',
              details: { 'A limit': 'limit must be a whole number from 1 to 100' },
            },
            ...ofAuthentication[knownBy],
          },
          ['Server-Timing'],
        ),
      },
    },
    authorization(knownBy),
  );

const unknownBatch = {
  when: 'There is no such batch',
  details: { Unknown: 'There is no such batch: its id is wrong, it belongs to another caller, or it was kept long enough' },
} as const;

const showPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/batches/$BATCH',
    {
      operationId: 'batch',
      tags,
      summary: 'How far a batch has come',
      description: 'Its jobs by status, and what the ended ones cost.',
      ...secured(knownBy),
      parameters: [id],
      responses: ofBatch(knownBy, 'The batch'),
    },
    authorization(knownBy),
  );

const endOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'endBatch',
  tags,
  summary: 'Cancel a batch, or forget it',
  description: 'Cancels what is queued, stops what runs, and forgets a batch that has ended, with its jobs.',
  ...secured(knownBy),
  parameters: [id, requestId],
  responses: { ...common(), ...ofBatch(knownBy, 'The batch as it is then, or was') },
  'x-codeSamples': [{ lang: 'Shell', label: 'Cancel a batch', source: curl('/v1/batches/$BATCH', authorization(knownBy), {}, 'DELETE') }],
});

interface LinesOf {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

const linesPath = (knownBy: KnownBy, { name, summary, description }: LinesOf): PathItem =>
  getPath(
    `/v1/batches/$BATCH/${name}`,
    {
      operationId: `batch${name[0]?.toUpperCase()}${name.slice(1)}`,
      tags,
      summary,
      description,
      ...secured(knownBy),
      parameters: [id],
      responses: {
        200: textual('A line for each', 'application/jsonl', withHeaders('Server-Timing')),
        ...refusals(ofAuthentication[knownBy], ['Server-Timing']),
        404: refusal({ ...unknownBatch, headers: ['Server-Timing'] }),
      },
    },
    authorization(knownBy),
  );

const ofBatch = (knownBy: KnownBy, what: string): Operation['responses'] => ({
  200: { ...json(what, wireSchemas.batch, shown), headers: withHeaders('Server-Timing') },
  ...refusals(ofAuthentication[knownBy], ['Server-Timing']),
  404: refusal({ ...unknownBatch, headers: ['Server-Timing'] }),
});
