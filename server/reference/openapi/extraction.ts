import type { Limits } from '../../http/limits.js';
import { wireSchemas } from '../../wire/schemas.js';
import { type ExtractionExamples, examples } from './examples.js';
import { type Acceptance, formOf } from './form.js';
import { curl } from './get-path.js';
import { type AnswerHeader, withHeaders } from './headers.js';
import { idempotencyKey, noCache, origin, requestId } from './parameters.js';
import { common, type DocumentedRefusal, refusal } from './refusals.js';
import { ofAuthentication, ofCallers, ofOrigins, ofUploads } from './refused-uploads.js';
import { schemaOf } from './schemas.js';
import type { Operation, ResponseObject } from './types.js';

const corsHeaders: readonly AnswerHeader[] = ['Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
const preflightHeaders: readonly AnswerHeader[] = [
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Max-Age',
];
const playgroundExamples = { values: examples.values };

/** Who knows callers: API keys of ours, or the app that hosts the endpoints, of whose way to authenticate nothing is known here. */
export type KnownBy = keyof typeof ofAuthentication;

/** `POST /v1/extract`. */
export const extractOperation = (acceptance: Acceptance, knownBy: KnownBy): Operation => ({
  operationId: 'extract',
  tags: ['Extraction'],
  summary: 'Extract structured data from a document',
  description:
    'One document and a JSON Schema in, the values of that schema out, each with its score and the words that prove it. ' +
    'An extraction that failed is a 200 with a null `object` and an `error`.' +
    (knownBy === 'host' ? ' The app that hosts this service says who may call it.' : ''),
  ...(knownBy === 'keys' && { security: [{ key: ['extract'] }] }),
  parameters: [idempotencyKey, noCache, requestId],
  requestBody: { required: true, content: { 'multipart/form-data': formOf(acceptance, examples) } },
  responses: {
    200: extraction(examples, [
      'Server-Timing',
      'X-Error-Code',
      'Fallback-Fields',
      'Ignored-Fields',
      'Idempotent-Replayed',
      'X-Vouch-Cache',
    ]),
    ...common(),
    ...refusals(ofUploads(acceptance), ['Server-Timing', 'X-Vouch-Cache']),
    ...refusals({ ...ofAuthentication[knownBy], ...ofCallers }, ['Server-Timing']),
  },
  'x-codeSamples': samples(examples, '/v1/extract', knownBy === 'keys' ? ['Authorization: Bearer $VOUCH_API_KEY'] : []),
});

/** `POST /v1/playground`. */
export const playgroundOperation = (acceptance: Acceptance): Operation => ({
  operationId: 'playground',
  tags: ['Extraction'],
  summary: 'Try an extraction without a key',
  description: `From its own page and pages of allowed origins only, for ${acceptance.limits.playgroundCredits} credits a UTC day and address. Everything else is as in \`/v1/extract\`.`,
  parameters: [origin, requestId],
  requestBody: { required: true, content: { 'multipart/form-data': formOf(acceptance, playgroundExamples) } },
  responses: {
    200: extraction(playgroundExamples, ['Server-Timing', 'X-Error-Code', 'Fallback-Fields', 'Ignored-Fields', ...corsHeaders]),
    ...common(),
    ...refusals({ ...ofUploads(acceptance), ...ofOrigins(acceptance.limits) }, ['Server-Timing', ...corsHeaders]),
  },
  'x-codeSamples': samples(playgroundExamples, '/v1/playground', [`Origin: ${origin.example}`]),
});

/** The CORS preflight of the playground. */
export const preflightOperation = (limits: Limits): Operation => ({
  operationId: 'playgroundPreflight',
  tags: ['Extraction'],
  summary: 'Whether a page may send a form',
  description: 'Browsers ask this by themselves.',
  parameters: [origin, requestId],
  responses: {
    204: { description: 'It may', headers: withHeaders(...corsHeaders, ...preflightHeaders) },
    ...common(),
    ...refusals({ 403: ofOrigins(limits)[403] }, ['Vary']),
  },
  'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curl('/v1/playground', [`Origin: ${origin.example}`], {}, 'OPTIONS') }],
});

const extraction = (shown: ExtractionExamples, headers: readonly AnswerHeader[]): ResponseObject => ({
  description: 'An extraction, or the reason why there is none',
  headers: withHeaders(...headers),
  content: {
    'application/json': {
      schema: schemaOf(wireSchemas.extraction),
      examples: Object.fromEntries(
        Object.entries(shown).flatMap(([name, { summary, answer }]) => (answer ? [[name, { summary, value: answer }]] : [])),
      ),
    },
  },
});

export const samples = (shown: ExtractionExamples, path: string, headers: readonly string[]): Operation['x-codeSamples'] =>
  Object.values(shown).map(({ summary, before, file, fields }) => {
    const source = curl(path, headers, { file: `@${file}`, ...fields });
    return { lang: 'Shell', label: summary, source: before ? `${before}\n${source}` : source };
  });

export const refusals = (
  refused: Readonly<Record<number, DocumentedRefusal>>,
  headers: readonly AnswerHeader[],
): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(
    Object.entries(refused).map(([status, one]) => [status, refusal({ ...one, headers: [...(one.headers ?? []), ...headers] })]),
  );
