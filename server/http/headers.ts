import type { FastifyRequest } from 'fastify';

/** The headers of every answer: it is JSON, whatever a browser guesses, and must not be cached. */
export const fixedHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** The code of a refusal; of a failed extraction, `error.code` again, for clients that do not read bodies. */
export const errorCodeHeader = 'X-Error-Code';

/** The fixed headers and the request's id in the log. */
export const answerHeaders = ({ id }: Pick<FastifyRequest, 'id'>): Readonly<Record<string, string>> => ({
  ...fixedHeaders,
  'X-Request-Id': id,
});
