import { type BatchBody, batch, batches, type FileBody, file, files } from '../wire/jobs.js';
import { batchesQuery, filesQuery } from '../wire/queries.js';
import { about, list, maybe, string } from '../wire/schema-parts.js';
import { Type } from '../wire/typed-schema.js';
import { documentField, encodingOf } from './extraction.js';
import { keptHours, ofJobs, takenHeaders, waitingHours } from './jobs.js';
import { authorization, idempotencyKey, idOf, json, operations, type ServerTerms, sampleOf, textual } from './operation.js';
import { badQuery, mistake, ofCallers, ofUploads, unknown } from './refusals.js';

const listed: BatchBody = {
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

export function batchOperations(terms: ServerTerms) {
  const ofBatch = { params: idOf('batch', shown.id), refused: { 404: unknown('batch') } };
  const whole = (what: string) => ({ 200: json(what, batch, { example: shown, headers: ['Server-Timing'] }) });
  const lines = { 200: textual('A line for each', 'application/jsonl', 'Server-Timing') };
  return operations(
    terms,
    ofJobs,
  )({
    addBatch: {
      summary: 'Send many jobs at once',
      description:
        'Takes all of them or none: each line is checked before anything is taken in, and a mistake is told with its line and `custom_id`. ' +
        'A line names its document by an id of `/v1/files`, by the file name of a part `file`, or by its name in the zip `files`.',
      headers: Type.Object(idempotencyKey),
      body: { 'multipart/form-data': { schema: form } },
      answers: { 202: json('All are queued', batch, { example: shown, headers: takenHeaders }) },
      refused: { ...refusedBatches, ...ofCallers },
      sample: [batchSample(authorization(terms.knownBy))],
    },
    batches: {
      summary: 'Your batches, newest first',
      description: 'Without the counts of their jobs.',
      querystring: batchesQuery,
      answers: { 200: json('A page of them', batches, { example: { batches: [listed], next: null }, headers: ['Server-Timing'] }) },
      refused: { 400: badQuery(batchesQuery, 'limit') },
      sample: { path: '/v1/batches' },
    },
    batch: {
      ...ofBatch,
      summary: 'How far a batch has come',
      description: 'Its jobs by status, and what the ended ones cost.',
      answers: whole('The batch'),
      sample: { path: '/v1/batches/$BATCH' },
    },
    endBatch: {
      ...ofBatch,
      summary: 'Cancel a batch, or forget it',
      description: 'Cancels what is queued, stops what runs, and forgets a batch that has ended, with its jobs.',
      answers: whole('The batch as it is then, or was'),
      sample: { path: '/v1/batches/$BATCH', label: 'Cancel a batch', method: 'DELETE' },
    },
    batchResults: {
      ...ofBatch,
      summary: 'The results of a batch, a line each',
      description:
        'JSON Lines in the order of the lines that were sent: `custom_id`, `job`, `status`, `credits` and `result` or `error`. What has not ended yet is left out.',
      answers: lines,
      sample: { path: '/v1/batches/$BATCH/results' },
    },
    batchErrors: {
      ...ofBatch,
      summary: 'What of a batch was not done, a line each',
      description: 'As `results`, but only the jobs that failed, were cancelled or have expired.',
      answers: lines,
      sample: { path: '/v1/batches/$BATCH/errors' },
    },
  });
}

const bytes = Type.String({ format: 'binary' });
const form = Type.Object({
  jobs: about(
    'JSON Lines, at most 100,000 of them, each an object with `custom_id`, `file`, and what a job takes: `output_schema` (an object or a text) or ' +
      '`schema`, `confidence_threshold`, `enable_verification`, `include`, `metadata`, `priority`',
    bytes,
  ),
  file: maybe('Documents, at most 1,000 of them, known by their file names', list(bytes)),
  files: maybe('A zip of documents', bytes),
  output_schema: maybe('The schema of lines that have none', string),
  schema: maybe('In its place, the name of a schema of this server, such as invoice or invoice/2', string),
  metadata: maybe('A JSON object of at most 2,048 bytes; it comes back with the batch', string),
  webhook: maybe('The id of a webhook that is told once the last job has ended', string),
  keep: keptHours('For how many hours results are kept once the last job has ended, within the limit of the server'),
  expires: waitingHours('For how many hours its jobs may wait for a worker; those that still do expire'),
});

function batchSample(headers: readonly string[]) {
  const fields = {
    jobs: '@jobs.jsonl',
    file: '@invoice.pdf',
    output_schema: '{"type":"object","properties":{"total":{"type":"number"}}}',
  };
  const { source, ...sample } = sampleOf({ label: 'Send a batch', path: '/v1/batches', headers, fields });
  return { ...sample, source: `echo '{"custom_id":"a","file":"invoice.pdf"}' > jobs.jsonl\n${source}` };
}

const refusedBatches = {
  400: {
    when: 'A line, the zip or a field cannot be used; or the request is not valid HTTP',
    details: {
      'No lines': 'jobs is required: JSON Lines, one job a line, each with custom_id and file',
      'A line': 'Nothing was taken in: jobs has a mistake. line 2, custom_id "a": custom_id is that of line 1, too: each needs its own',
    },
  },
  413: { when: 'The batch or a document is too large' },
  415: {
    when: 'The body is not `multipart/form-data`',
    details: { 'A JSON body': 'The request must be multipart/form-data with the part jobs' },
  },
  500: mistake,
  503: {
    when: 'Busy, about to end, or the state cannot be reached',
    details: { Busy: 'The service is busy. Retry shortly.' },
    headers: ['Retry-After'],
  },
} as const;

const exampleFile: FileBody = {
  id: 'file_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  file: 'invoice.pdf',
  bytes: 48_213,
  created_at: '2026-11-23T20:00:00.000Z',
  kept_until: '2026-11-30T20:00:00.000Z',
};

export function fileOperations(terms: ServerTerms) {
  const ofFile = { params: idOf('file', exampleFile.id), refused: { 404: unknown('file') } };
  const shownFile = (what: string) => ({ 200: json(what, file, { example: exampleFile, headers: ['Server-Timing'] }) });
  const schema = Type.Object({ file: documentField(terms) });
  return operations(
    terms,
    ofJobs,
  )({
    addFile: {
      summary: 'Send a document for a batch',
      description: 'Keeps it, sealed for the workers, until it is deleted or its time is over. Lines of batches name its id.',
      body: { 'multipart/form-data': { schema, encoding: encodingOf(terms.reads) } },
      answers: { 201: json('It is kept', file, { example: exampleFile, headers: ['Location', 'Server-Timing', 'Ignored-Fields'] }) },
      refused: { ...ofUploads(terms.limits, terms.reads.formats), ...refusedFiles, ...ofCallers, 409: noRoom },
      sample: { path: '/v1/files', label: 'Send a document', fields: { file: '@invoice.pdf' } },
    },
    files: {
      summary: 'Your files, newest first',
      description: 'Those that were sent by themselves and are still kept. Documents that came with a job or a batch are none.',
      querystring: filesQuery,
      answers: { 200: json('A page of them', files, { example: { files: [exampleFile], next: null }, headers: ['Server-Timing'] }) },
      refused: { 400: badQuery(filesQuery, 'limit') },
      sample: { path: '/v1/files' },
    },
    file: {
      ...ofFile,
      summary: 'A file: what it is, never what it says',
      description: 'Nobody can fetch the document itself.',
      answers: shownFile('The file'),
      sample: { path: '/v1/files/$FILE' },
    },
    removeFile: {
      ...ofFile,
      summary: 'Forget a file',
      description: 'Jobs under way that need it still have it.',
      answers: shownFile('The file as it was'),
      sample: { path: '/v1/files/$FILE', method: 'DELETE' },
    },
  });
}

const refusedFiles = {
  400: { when: 'The form cannot be used; or the request is not valid HTTP' },
  415: {
    when: 'The body is not `multipart/form-data`',
    details: { 'A JSON body': 'The request must be multipart/form-data with the field file' },
  },
};
const noRoom = { when: 'There is no room for more files of yours' };
