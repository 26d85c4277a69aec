import { refusals } from '../http/refusal.js';
import type { OpenApiHeader, OpenApiReference } from './types.js';

const text = { type: 'string', minLength: 1 } as const;
const always = (description: string, schema: OpenApiHeader['schema'] = text): OpenApiHeader => ({ description, required: true, schema });
const sometimes = (description: string, schema: OpenApiHeader['schema'] = text): OpenApiHeader => ({
  description,
  required: false,
  schema,
});

/** Every header that an answer can have, except those of HTTP itself and `Content-Type`. */
export const headers = {
  'X-Request-Id': always('The id under which the log knows the request: yours where it is fit for a log, else a new one', {
    type: 'string',
    pattern: '^[\\w.:-]{1,128}$',
  }),
  'X-Content-Type-Options': always('The type is what it says', { const: 'nosniff' }),
  'Cache-Control': always('Nobody may keep an answer', { const: 'no-store' }),
  'Retry-After': always('Seconds after which trying again makes sense', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': always('How to authenticate', { const: 'Bearer' }),
  Location: always('Where it is'),
  Allow: always('The methods that the path has', { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' }),
  'Server-Timing': sometimes('Milliseconds of each stage, and `total`; pages and rows of a stage that has read rows', {
    type: 'string',
    pattern: '^[\\w-]+;dur=[\\d.]+(;desc="[^"]+")?(, [\\w-]+;dur=[\\d.]+(;desc="[^"]+")?)*$',
  }),
  'X-Error-Code': sometimes('The code of a refusal; `error.code` again, where the extraction failed', {
    enum: ['EXTRACTION_FAILED', 'LLM_ERROR', 'PARSING_ERROR', 'TIMEOUT_ERROR', ...Object.keys(refusals)],
  }),
  'Fallback-Fields': sometimes(
    'Where Tier 2 read, too: the paths of the fields that Tier 1 left in doubt, percent-encoded, each with why',
    {
      type: 'string',
      pattern: '^[^;, ]+;(null|unsure)(, [^;, ]+;(null|unsure))*$',
    },
  ),
  'Ignored-Fields': sometimes('The names, percent-encoded, of the fields of the form, or in the address, that mean nothing here', {
    type: 'string',
    pattern: '^[^, ]+(, [^, ]+)*$',
  }),
  'Idempotent-Replayed': sometimes('The answer was made before, under the same `Idempotency-Key`', { const: 'true' }),
  'X-Vouch-Cache': sometimes('Whether the answer was made before; only where the server keeps answers', { enum: ['hit', 'miss'] }),
  'Content-Disposition': always('The name for the file', { type: 'string', pattern: '^attachment; filename="[\\w.]+"$' }),
  Vary: sometimes('The answer depends on the origin', { const: 'Origin' }),
  'Access-Control-Allow-Origin': sometimes('The origin that asked, where it is allowed'),
  'Access-Control-Expose-Headers': sometimes('What a page may read beside the body'),
  'Access-Control-Allow-Methods': always('What a page may do', { const: 'POST' }),
  'Access-Control-Allow-Headers': always('What a page may send', { const: 'Content-Type' }),
  'Access-Control-Max-Age': always('Seconds for which a browser need not ask again', { type: 'integer', minimum: 0 }),
  'Content-Security-Policy': always('What the page may do: nothing that is not in it'),
  'Referrer-Policy': always('Where its links lead learns nothing', { const: 'no-referrer' }),
} as const satisfies Readonly<Record<string, OpenApiHeader>>;

export type AnswerHeader = keyof typeof headers;

const common: readonly AnswerHeader[] = ['X-Request-Id', 'X-Content-Type-Options', 'Cache-Control'];

export const withHeaders = (...names: readonly AnswerHeader[]): Readonly<Record<string, OpenApiReference>> =>
  Object.fromEntries([...common, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const optionally = (name: AnswerHeader): Readonly<Record<string, OpenApiHeader>> => ({
  [name]: { ...headers[name], required: false },
});
