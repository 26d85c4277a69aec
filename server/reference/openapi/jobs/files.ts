import { wireSchemas } from '../../../wire/schemas.js';
import { type KnownBy, refusals } from '../extraction.js';
import { type Acceptance, formOf } from '../form.js';
import { curl, getPath, json } from '../get-path.js';
import { withHeaders } from '../headers.js';
import { requestId } from '../parameters.js';
import { common, refusal } from '../refusals.js';
import { ofAuthentication, ofCallers, ofUploads } from '../refused-uploads.js';
import type { MediaType, Operation, Parameter, PathItem } from '../types.js';
import { authorization, secured } from './jobs.js';

const tags = ['Jobs'];

/** `/v1/files`. */
export const filePaths = (acceptance: Acceptance, knownBy: KnownBy): Readonly<Record<string, PathItem>> => ({
  '/v1/files': { post: addOperation(acceptance, knownBy) },
  '/v1/files/{id}': { ...showPath(knownBy), delete: removeOperation(knownBy) },
});

const shown = {
  id: 'file_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  file: 'invoice.pdf',
  bytes: 48_213,
  created_at: '2026-11-23T20:00:00.000Z',
  kept_until: '2026-11-30T20:00:00.000Z',
};

const addOperation = (acceptance: Acceptance, knownBy: KnownBy): Operation => {
  const { 400: _, 415: __, ...ofOtherStatuses } = ofUploads(acceptance);
  return {
    operationId: 'addFile',
    tags,
    summary: 'Send a document for a batch',
    description: 'Keeps it, sealed for the workers, until it is deleted or its time is over. Lines of batches name its id.',
    ...secured(knownBy),
    parameters: [requestId],
    requestBody: { required: true, content: { 'multipart/form-data': fileForm(acceptance) } },
    responses: {
      201: { ...json('It is kept', wireSchemas.file, shown), headers: withHeaders('Location', 'Server-Timing', 'Ignored-Fields') },
      ...common(),
      ...refusals(
        {
          400: { when: 'The form cannot be used; or the request is not valid HTTP', details: {} },
          415: {
            when: 'The body is not `multipart/form-data`',
            details: { 'A JSON body': 'The request must be multipart/form-data with the field file' },
          },
          ...ofOtherStatuses,
        },
        ['Server-Timing'],
      ),
      ...refusals({ ...ofAuthentication[knownBy], ...ofCallers }, ['Server-Timing']),
      409: refusal({ when: 'There is no room for more files of yours', details: {}, headers: ['Server-Timing'] }),
    },
    'x-codeSamples': [
      { lang: 'Shell', label: 'Send a document', source: curl('/v1/files', authorization(knownBy), { file: '@invoice.pdf' }) },
    ],
  };
};

const fileForm = (acceptance: Acceptance): MediaType => {
  const { schema, encoding } = formOf(acceptance, {});
  const { file } = schema['properties'] as Readonly<Record<string, unknown>>;
  return { schema: { type: 'object', required: ['file'], properties: { file } }, ...(encoding && { encoding }) };
};

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the file',
  schema: { type: 'string' },
  example: shown.id,
};

const unknownFile = {
  when: 'There is no such file',
  details: { Unknown: 'There is no such file: its id is wrong, it belongs to another caller, or it was kept long enough' },
} as const;

const showPath = (knownBy: KnownBy): PathItem =>
  getPath(
    '/v1/files/$FILE',
    {
      operationId: 'file',
      tags,
      summary: 'A file: what it is, never what it says',
      description: 'Nobody can fetch the document itself.',
      ...secured(knownBy),
      parameters: [id],
      responses: ofFile(knownBy, 'The file'),
    },
    authorization(knownBy),
  );

const removeOperation = (knownBy: KnownBy): Operation => ({
  operationId: 'removeFile',
  tags,
  summary: 'Forget a file',
  description: 'Jobs under way that need it still have it.',
  ...secured(knownBy),
  parameters: [id, requestId],
  responses: { ...common(), ...ofFile(knownBy, 'The file as it was') },
  'x-codeSamples': [{ lang: 'Shell', label: 'Forget a file', source: curl('/v1/files/$FILE', authorization(knownBy), {}, 'DELETE') }],
});

const ofFile = (knownBy: KnownBy, what: string): Operation['responses'] => ({
  200: { ...json(what, wireSchemas.file, shown), headers: withHeaders('Server-Timing') },
  ...refusals(ofAuthentication[knownBy], ['Server-Timing']),
  404: refusal({ ...unknownFile, headers: ['Server-Timing'] }),
});
