import type { FastifyRequest } from 'fastify';

/** What every answer says of itself: that it is JSON whatever a browser guesses, and that nobody may keep it. */
export const fixedHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** Names `error.code` of a failed extraction, for who does not read bodies. */
export const errorCodeHeader = 'X-Error-Code';

/** The same with the id by which the log knows the request. */
export const answerHeaders = ({ id }: Pick<FastifyRequest, 'id'>): Readonly<Record<string, string>> => ({
  ...fixedHeaders,
  'X-Request-Id': id,
});
