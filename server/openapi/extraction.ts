import { defaults } from '../../core/index.js';
import { bodyBytes, type Limits } from '../limits.js';
import { inclusions } from '../wire.js';
import { wireSchemas } from '../wire-schemas.js';
import { curl } from './curl.js';
import { type ExtractionExample, examples } from './examples.js';
import { type HeaderName, withHeaders } from './headers.js';
import { idempotencyKey, noCache, origin, requestId } from './parameters.js';
import { common, type Refused, refusal } from './refusals.js';
import { schemaOf } from './schemas.js';
import type { Answer, MediaType, Operation } from './types.js';

type Shown = Readonly<Record<string, ExtractionExample>>;

const forPages: readonly HeaderName[] = ['Vary', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
const preflight: readonly HeaderName[] = ['Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age'];
const tried = { values: examples.values };

/** `POST /v1/extract`. */
export const extractOperation = (limits: Limits): Operation => ({
  operationId: 'extract',
  tags: ['Extraction'],
  summary: 'Extract structured data from a document',
  description:
    'One document and a JSON Schema in, the values of that schema out, each with its score and the words that prove it. ' +
    'An extraction that failed is a 200 with a null `object` and an `error`.',
  security: [{ key: [] }],
  parameters: [idempotencyKey, noCache, requestId],
  requestBody: { required: true, content: { 'multipart/form-data': form(limits, examples) } },
  responses: {
    200: extraction(examples, ['Server-Timing', 'X-Error-Code', 'Fallback-Fields', 'Idempotent-Replayed', 'X-Vouch-Cache']),
    ...common(),
    ...refusals(ofUploads(limits), ['Server-Timing', 'X-Vouch-Cache']),
    ...refusals(ofKeys, ['Server-Timing']),
  },
  'x-codeSamples': samples(examples, '/v1/extract', ['Authorization: Bearer $VOUCH_API_KEY']),
});

/** `POST /v1/playground`. */
export const playgroundOperation = (limits: Limits): Operation => ({
  operationId: 'playground',
  tags: ['Extraction'],
  summary: 'Try an extraction without a key',
  description: `From pages of allowed origins only, for ${limits.playgroundCredits} credits a UTC day and address. Everything else is as in \`/v1/extract\`.`,
  parameters: [origin, requestId],
  requestBody: { required: true, content: { 'multipart/form-data': form(limits, tried) } },
  responses: {
    200: extraction(tried, ['Server-Timing', 'X-Error-Code', 'Fallback-Fields', ...forPages]),
    ...common(),
    ...refusals({ ...ofUploads(limits), ...ofOrigins(limits) }, ['Server-Timing', ...forPages]),
  },
  'x-codeSamples': samples(tried, '/v1/playground', [`Origin: ${origin.example}`]),
});

/** What a browser asks before it sends a form from another origin. */
export const preflightOperation = (limits: Limits): Operation => ({
  operationId: 'playgroundPreflight',
  tags: ['Extraction'],
  summary: 'Whether a page may send a form',
  description: 'Browsers ask this by themselves.',
  parameters: [origin, requestId],
  responses: {
    204: { description: 'It may', headers: withHeaders(...forPages, ...preflight) },
    ...common(),
    ...refusals({ 403: ofOrigins(limits)[403] }, ['Vary']),
  },
  'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curl('/v1/playground', [`Origin: ${origin.example}`], {}, 'OPTIONS') }],
});

const extraction = (shown: Shown, headers: readonly HeaderName[]): Answer => ({
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

const samples = (shown: Shown, path: string, headers: readonly string[]): Operation['x-codeSamples'] =>
  Object.values(shown).map(({ summary, before, file, fields }) => {
    const source = curl(path, headers, { file: `@${file}`, ...fields });
    return { lang: 'Shell', label: summary, source: before ? `${before}\n${source}` : source };
  });

/** Fields may come in any order; others are ignored. */
const form = ({ fileBytes, fieldBytes }: Limits, shown: Shown): MediaType => ({
  schema: {
    type: 'object',
    required: ['file', 'output_schema'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: `A PDF or DOCX, told by its content, of at most ${fileBytes.toLocaleString('en')} bytes`,
      },
      output_schema: {
        type: 'string',
        description:
          `A JSON Schema as text, at most ${fieldBytes.toLocaleString('en')} bytes: \`type: object\` with \`properties\`. ` +
          'Fields in `required` decide whether Tier 2 is asked; a `description` guides the reader; `_meta` must not be there',
      },
      confidence_threshold: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        default: defaults.threshold,
        description: 'How sure each required field must be for Tier 1 to be enough',
      },
      enable_verification: { type: 'boolean', default: false, description: 'Whether the answer has `verification`' },
      include: { enum: inclusions, description: '`boxes`: entries of `field_confidence` say where on the page their text stands' },
    },
  },
  encoding: { file: { contentType: 'application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document' } },
  examples: Object.fromEntries(
    Object.entries(shown).map(([name, { summary, file, fields }]) => [name, { summary, value: { file, ...fields } }]),
  ),
});

const refusals = (refused: Readonly<Record<number, Refused>>, headers: readonly HeaderName[]): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    Object.entries(refused).map(([status, one]) => [status, refusal({ ...one, headers: [...(one.headers ?? []), ...headers] })]),
  );

const ofUploads = (limits: Limits) =>
  ({
    400: {
      when: 'The form, the file type or the schema cannot be used; or the request is not valid HTTP',
      says: {
        'No file': 'file is required: one PDF or DOCX document, sent as a file',
        'No schema': 'output_schema is required: a JSON Schema as a string',
        'Another kind of file': 'Unsupported file type. Supported formats: PDF, DOCX',
        'A field of ours': 'Invalid JSON schema: $._meta must not be defined; the service adds "_meta" itself',
        'Not a number': 'confidence_threshold must be a number from 0.0 to 1.0',
        'Nothing that is known': 'include must be boxes',
        'Not a boolean': 'enable_verification must be true or false (1 and 0 are understood)',
      },
    },
    413: {
      when: `The file or the body is too large; a body may have ${bodyBytes(limits).toLocaleString('en')} bytes`,
      says: {
        'A large file': `The file is too large: at most ${limits.fileBytes} bytes (${Math.floor(limits.fileBytes / 1_048_576)} MB) are accepted`,
      },
    },
    415: {
      when: 'The body is not `multipart/form-data`',
      says: { 'A JSON body': 'The request must be multipart/form-data with the fields file and output_schema' },
    },
    500: { when: 'Our mistake; `X-Request-Id` finds it in the log', says: { 'A mistake': 'Internal server error' } },
    503: {
      when: 'Busy, about to end, or the state cannot be reached',
      says: {
        Busy: 'The service is busy. Retry shortly.',
        'No state': 'The service cannot reach its state at the moment. Retry shortly.',
        'Shutting down': 'The service is shutting down. Retry shortly.',
      },
      headers: ['Retry-After'],
    },
  }) as const satisfies Record<number, Refused>;

const ofKeys = {
  401: {
    when: 'The key is missing, malformed, unknown, expired or revoked; one text for all of them',
    says: { 'No key': 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".' },
    headers: ['WWW-Authenticate'],
  },
  409: {
    when: 'The `Idempotency-Key` is still being worked on, or was used for another request',
    says: {
      'Still running': 'A request with this Idempotency-Key is still being worked on. Retry shortly.',
      'Another request': 'This Idempotency-Key was used for another file, schema or option. Use a new key for a new request.',
    },
    mayRetry: true,
  },
  429: {
    when: 'More than 1 request a second from one address',
    says: { 'Too often': 'Rate limit exceeded: at most 1 request per second. Retry after 1 second.' },
    headers: ['Retry-After'],
  },
} as const satisfies Record<number, Refused>;

const ofOrigins = ({ playgroundCredits, playgroundTogether }: Limits) =>
  ({
    403: {
      when: 'The origin is not allowed',
      says: { 'Another page': 'Origin not allowed: the playground can only be called from its own pages.' },
    },
    429: {
      when: 'The credits of the day are used up, or too many requests run at once',
      says: {
        'Used up': `The playground's ${playgroundCredits} credits for today are used up.`,
        'At once': `Too many requests at once: at most ${playgroundTogether} from one address. Retry shortly.`,
      },
      headers: ['Retry-After'],
    },
  }) as const satisfies Record<number, Refused>;
