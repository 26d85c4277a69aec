import { wireSchemas } from '../../wire/schemas.js';
import { type AnswerHeader, optionally, withHeaders } from './headers.js';
import { schemaOf } from './schemas.js';
import type { OpenApiReference, ResponseObject } from './types.js';

/** An error status: when it is answered, and the `detail` of each case by its name. */
export interface DocumentedRefusal {
  readonly when: string;
  readonly details: Readonly<Record<string, string>>;
  readonly headers?: readonly AnswerHeader[];
  /** Set where only some of the cases have a `Retry-After` header. */
  readonly mayRetry?: true;
}

export const refusal = ({ when, details, headers = [], mayRetry }: DocumentedRefusal): ResponseObject => ({
  description: when,
  headers: { ...withHeaders('X-Error-Code', ...headers), ...(mayRetry && optionally('Retry-After')) },
  content: {
    'application/json': {
      schema: schemaOf(wireSchemas.refusal),
      examples: Object.fromEntries(
        Object.entries(details).map(([summary, detail]) => [exampleName(summary), { summary, value: { detail } }]),
      ),
    },
  },
});

const exampleName = (summary: string): string => summary.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** The errors that do not depend on the path. */
const anywhere: Readonly<Record<string, DocumentedRefusal>> = {
  400: {
    when: 'The request is not valid HTTP, or names no host',
    details: { 'Not HTTP': 'The request is not valid HTTP', 'No host': 'The Host header is missing' },
  },
  404: {
    when: 'There is no such path',
    details: {
      'Another path':
        'Not found: the paths are /v1/extract, /v1/jobs, /v1/jobs/:id, /v1/batches, /v1/batches/:id, /v1/batches/:id/results, /v1/batches/:id/errors, /v1/files, /v1/files/:id, /v1/webhooks, /v1/webhooks/:id, /v1/webhooks/:id/secret, /v1/webhooks/:id/test, /v1/webhooks/:id/replay, /v1/webhooks/:id/messages, /v1/playground, /playground, /playground/state, /health, /livez, /readyz, /, /openapi.json, /openapi.yaml, /docs, /docs/guide, /docs/guide/:page',
    },
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
  500: { when: 'Our mistake; `X-Request-Id` finds it in the log', details: { 'A mistake': 'Internal server error' } },
  503: {
    when: 'The process is about to end',
    details: { 'Shutting down': 'The service is shutting down. Retry shortly.' },
    headers: ['Retry-After'],
  },
};

const nameOf = (status: string): string => `Refused${status}`;

/** The path-independent errors by component name, which is `Refused` and the status. */
export const commonResponses = (): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(Object.entries(anywhere).map(([status, refused]) => [nameOf(status), refusal(refused)]));

/** References to the errors that every operation can answer, and to more of them by status. */
export const common = (...more: readonly number[]): Readonly<Record<string, OpenApiReference>> =>
  Object.fromEntries(
    [400, 408, 417, 431, 500, 503, ...more].map((status) => [status, { $ref: `#/components/responses/${nameOf(String(status))}` }]),
  );
