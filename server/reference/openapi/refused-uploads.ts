import { bodyBytes, type Limits } from '../../guards/limits.js';
import type { DocumentedRefusal } from './refusals.js';

/** The errors of an upload, including those of an overloaded service. */
export const ofUploads = (limits: Limits) =>
  ({
    400: {
      when: 'The form, the file type or the schema cannot be used; or the request is not valid HTTP',
      details: {
        'No file': 'file is required: one PDF or DOCX document, sent as a file',
        'No schema': 'output_schema is required: a JSON Schema as a string',
        'Another kind of file': 'Unsupported file type. Supported formats: PDF, DOCX',
        'A field of ours': 'Invalid JSON schema: $._meta must not be defined; the service adds "_meta" itself',
        'Not a number': 'confidence_threshold must be a number from 0.0 to 1.0',
        'Nothing that is known': 'include must be boxes, evidence, usage, or several of them with commas',
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
    500: { when: 'Our mistake; `X-Request-Id` finds it in the log', details: { 'A mistake': 'Internal server error' } },
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

/** The errors of a caller with a key. */
export const ofKeys = {
  401: {
    when: 'The key is missing, malformed, unknown, expired or revoked; one text for all of them',
    details: { 'No key': 'The API key is invalid or missing. Send it as "Authorization: Bearer pk_...".' },
    headers: ['WWW-Authenticate'],
  },
  409: {
    when: 'The `Idempotency-Key` is still being worked on, or was used for another request',
    details: {
      'Still running': 'A request with this Idempotency-Key is still being worked on. Retry shortly.',
      'Another request': 'This Idempotency-Key was used for another file, schema or option. Use a new key for a new request.',
    },
    mayRetry: true,
  },
  429: {
    when: 'More than 1 request a second from one address, or too many at once from one key or address',
    details: {
      'Too often': 'Rate limit exceeded: at most 1 request per second. Retry after 1 second.',
      'Too many at once': 'Too many requests at once from this key or address: the rest is for others. Retry shortly.',
    },
    headers: ['Retry-After'],
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
      headers: ['Retry-After'],
    },
  }) as const satisfies Record<number, DocumentedRefusal>;
