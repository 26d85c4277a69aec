import type { CheckedQuery } from '../http/check-query.js';
import { bodyBytes, type Limits } from '../http/limits.js';
import { type KeptResource, noSuch, noSuchPath } from '../http/refusal.js';
import { noFile } from '../http/upload/read-upload.js';
import { refusal as refusalSchema } from '../wire/service.js';
import { type AnswerHeader, optionally, withHeaders } from './headers.js';
import type { OpenApiReference, ResponseObject } from './types.js';

/** An error status: when it is answered, and the `detail` of each case by its name. */
export interface DocumentedRefusal {
  readonly when: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly headers?: readonly AnswerHeader[];
  /** Set where only some of the cases have a `Retry-After` header. */
  readonly mayRetry?: true;
}

/** The answer of a refusal, which may have further headers. */
export const refusal = (
  { when, details = {}, headers = [], mayRetry }: DocumentedRefusal,
  further: readonly AnswerHeader[] = [],
): ResponseObject => ({
  description: when,
  headers: { ...withHeaders('X-Error-Code', ...headers, ...further), ...(mayRetry && optionally('Retry-After')) },
  content: {
    'application/json': {
      schema: refusalSchema,
      examples: Object.fromEntries(
        Object.entries(details).map(([summary, detail]) => [exampleName(summary), { summary, value: { detail } }]),
      ),
    },
  },
});

const exampleName = (summary: string): string => summary.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const mistake = { when: 'Our mistake; `X-Request-Id` finds it in the log', details: { 'A mistake': 'Internal server error' } };

/** With the sentence that refuses a parameter, under `A limit` for example. */
export const badQuery = (query: object, name: string): DocumentedRefusal => ({
  when: 'A parameter cannot be used; or the request is not valid HTTP',
  details: { [`A ${name}`]: `${name} ${(query as CheckedQuery).sentences?.[name]}` },
});

export const unknown = (what: KeptResource): DocumentedRefusal => ({
  when: `There is no such ${what}`,
  details: { Unknown: noSuch(what) },
});

/** The errors that do not depend on the path. */
const anywhere = (paths: readonly string[]): Readonly<Record<string, DocumentedRefusal>> => ({
  400: {
    when: 'The request is not valid HTTP, or names no host',
    details: { 'Not HTTP': 'The request is not valid HTTP', 'No host': 'The Host header is missing' },
  },
  404: {
    when: 'There is no such path',
    details: { 'Another path': noSuchPath(paths) },
  },
  405: {
    when: 'The path has other methods',
    details: { 'A form that is only fetched': 'Method not allowed: use POST' },
    headers: ['Allow'],
  },
  408: { when: 'The request did not arrive in time', details: { 'Too slow': 'The request did not arrive in time' } },
  413: { when: 'The chunk extensions are too large', details: { 'Chunk extensions': 'The chunk extensions are too large' } },
  414: { when: 'The address is too long', details: { 'A long name': 'The address is too long' } },
  417: {
    when: 'The `Expect` header asks for something unknown',
    details: { 'Unknown expectation': 'The Expect header asks for something this service does not do' },
  },
  431: { when: 'The headers are too large', details: { 'Large headers': 'The request headers are too large' } },
  500: mistake,
  503: {
    when: 'The process is about to end',
    details: { 'Shutting down': 'The service is shutting down. Retry shortly.' },
    headers: ['Retry-After'],
  },
});

const nameOf = (status: string): string => `Refused${status}`;

/** The path-independent errors by component name, which is `Refused` and the status. */
export const commonResponses = (paths: readonly string[]): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(Object.entries(anywhere(paths)).map(([status, refused]) => [nameOf(status), refusal(refused)]));

/** References to the errors that every operation can answer, and to more of them by status. */
export const refusedAnywhere = (more: readonly number[] = []): Readonly<Record<string, OpenApiReference>> =>
  Object.fromEntries(
    [400, 408, 417, 431, 500, 503, ...more].map((status) => [status, { $ref: `#/components/responses/${nameOf(String(status))}` }]),
  );

/** Who knows callers: API keys of ours, or the app that hosts the endpoints, of whose way to authenticate nothing is known here. */
export type KnownBy = keyof typeof ofAuthentication;

/** The errors of an upload, including those of an overloaded service. */
export const ofUploads = (limits: Limits, formats: readonly string[]) =>
  ({
    400: {
      when: 'The form, the file type or the schema cannot be used; or the request is not valid HTTP',
      details: {
        'No file': noFile(formats),
        'No schema': 'output_schema is required: a JSON Schema as a string',
        'Another kind of file': `Unsupported file type. Supported formats: ${formats.join(', ')}`,
        'A field of ours': 'Invalid JSON schema: $._meta must not be defined; the service adds "_meta" itself',
        'Not a number': 'confidence_threshold must be a number from 0.0 to 1.0',
        'Nothing that is known': 'include must be boxes, evidence, candidates, operands, usage, receipt, or several of them with commas',
        'Not a boolean': 'enable_verification must be true or false (1 and 0 are understood)',
      },
    },
    413: {
      when: `The file or the body is too large; a body may have ${bodyBytes(limits).toLocaleString('en')} bytes`,
      details: {
        'A large file': `The file is too large: at most ${limits.fileBytes} bytes (${Math.floor(limits.fileBytes / 1_048_576)} MB) are accepted`,
      },
    },
    415: {
      when: 'The body is not `multipart/form-data`',
      details: { 'A JSON body': 'The request must be multipart/form-data with the fields file and output_schema' },
    },
    500: mistake,
    503: {
      when: 'Busy, about to end, or the state cannot be reached',
      details: {
        Busy: 'The service is busy. Retry shortly.',
        'No state': 'The service cannot reach its state at the moment. Retry shortly.',
        'Shutting down': 'The service is shutting down. Retry shortly.',
      },
      headers: ['Retry-After'],
    },
  }) as const satisfies Record<number, DocumentedRefusal>;

/** The error of a document that is to be classified, and belongs to nothing. */
export const ofUnknownSchemas = {
  422: {
    when: 'With `schema=auto`: the document belongs to none of the schemas of this server for certain',
    details: {
      Unknown:
        'The document belongs to none of the schemas for certain (invoice 0.48, receipt 0.43): name one, or send a schema of your own',
    },
  },
} as const satisfies Record<number, DocumentedRefusal>;

/** The errors of a form that brings data to be scored. */
export function ofScorings(uploads: ReturnType<typeof ofUploads>) {
  const { 'No schema': _, ...details } = uploads[400].details;
  return {
    ...uploads,
    400: {
      when: 'The form, the file type, the data or the schema cannot be used; or the request is not valid HTTP',
      details: {
        ...details,
        'No data': 'data is required: what was read of the document, a JSON object as a string',
        'Not by the schema': 'Invalid data: $.total is of type string; the schema asks for a number',
        'A quote of nothing': 'Invalid quotes: the data have no value at $.tax',
      },
    },
  } as const satisfies Record<number, DocumentedRefusal>;
}

/** The errors of who is not known, by who knows callers: API keys or the app that hosts the endpoints. */
export const ofAuthentication = {
  keys: {
    401: {
      when: 'The key is missing, malformed, unknown or revoked, with one text for all of them; or it has expired or was replaced',
      details: {
        'No key': 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".',
        Expired: 'This API key has expired. Who made the key can give it a later end with "vouch key set".',
        Replaced: 'This API key has been replaced by a newer secret, and the time in which both worked is over.',
      },
      headers: ['WWW-Authenticate'],
    },
    403: {
      when: 'The key lacks the scope that the endpoint needs',
      details: { 'No scope': 'This API key lacks the scope "extract". Who made the key can add it with "vouch key set".' },
    },
  },
  host: {
    401: {
      when: 'The app that hosts the endpoints does not know who sends the request',
      details: { Nobody: 'Not authorized: the request does not say who sends it in a way that this service accepts.' },
      headers: ['WWW-Authenticate'],
    },
    403: {
      when: 'The caller lacks the scope that the endpoint needs, or may not use the service',
      details: { 'No scope': 'This caller lacks the scope "extract".', Forbidden: 'This caller may not use the service.' },
    },
  },
} as const satisfies Record<string, Record<number, DocumentedRefusal>>;

/** The further errors of a known caller. */
export const ofCallers = {
  409: {
    when: 'The `Idempotency-Key` is still being worked on, or was used for another request',
    details: {
      'Still running': 'A request with this Idempotency-Key is still being worked on. Retry shortly.',
      'Another request': 'This Idempotency-Key was used for another file, schema or option. Use a new key for a new request.',
    },
    mayRetry: true,
  },
  429: {
    when: 'Too many requests from one address or by one caller, or too many at once, or the credits that it has for the day do not suffice',
    details: {
      'Too often': 'Rate limit exceeded: at most 1 request per second from one address. Retry after 1 second.',
      'Too often with a key': 'Rate limit exceeded: at most 5 requests per second with this key. Retry after 1 second.',
      'Too many at once': 'Too many requests at once from this key or address: the rest is for others. Retry shortly.',
      'Used up': 'The 50 credits of this key for today are used up.',
      'A long document':
        'This document can cost up to 6 credits and 4 of the 50 that this key has today are left. Send a shorter one, or come back tomorrow.',
      'Longer than a day allows': 'This document can cost up to 60 credits and this key has 50 a day. Send a shorter one.',
    },
    mayRetry: true,
  },
} as const satisfies Record<number, DocumentedRefusal>;

/** The errors of a caller without a key, in the playground. */
export const ofOrigins = ({ playgroundCredits, playgroundTogether }: Limits) =>
  ({
    403: {
      when: 'The origin is not allowed',
      details: { 'Another page': 'Origin not allowed: the playground can only be called from its own pages.' },
    },
    429: {
      when: 'The credits of the day are used up, or too many requests run at once',
      details: {
        'Used up': `The playground's ${playgroundCredits} credits for today are used up.`,
        'At once': `Too many requests at once: at most ${playgroundTogether} from one address. Retry shortly.`,
      },
      mayRetry: true,
    },
  }) as const satisfies Record<number, DocumentedRefusal>;
