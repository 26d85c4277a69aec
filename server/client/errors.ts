import type { FailedCode } from './answer.js';

/** What all errors of the client have in common. No message has the key or anything of the document. */
export class VouchError extends Error {
  override readonly name: string = 'VouchError';
}

/** The call could not be made as it is written: nothing was sent. */
export class UsageError extends VouchError {
  override readonly name = 'UsageError';
}

/** The server cannot be reached, or the connection broke, and trying again did not help or could have been charged twice. */
export class ConnectionError extends VouchError {
  override readonly name = 'ConnectionError';
}

/** The call took longer than its `timeoutMs`. */
export class TimedOutError extends VouchError {
  override readonly name = 'TimedOutError';
}

/** The server's address leads elsewhere: a proxy that wants `https:`, or another host. It is not followed, as the key is for the address that was given. */
export class RedirectedError extends VouchError {
  override readonly name = 'RedirectedError';

  constructor(origin: string, options?: ErrorOptions) {
    super(`${origin} redirects, and a key is not taken elsewhere: give the address that it leads to`, options);
  }
}

/** What answered does not speak as Vouch does: a proxy in between, or another server. */
export class UnexpectedAnswerError extends VouchError {
  override readonly name = 'UnexpectedAnswerError';

  constructor(
    readonly status: number,
    readonly requestId: string | undefined,
    options?: ErrorOptions,
  ) {
    super(`The answer, with the status ${status}, is not one of Vouch: check the address of the server and what stands before it`, options);
  }
}

/** What a refusal came with. */
export interface RefusalTerms {
  readonly status: number;
  /** What is wrong and what would help, for a person. */
  readonly detail: string;
  /** The server's own code, from `X-Error-Code` or the `error` of a job. */
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  /** When trying again makes sense, in ms. */
  readonly retryAfterMs?: number | undefined;
}

/** The server did not serve the request: `{"detail": …}` with a status from 400 on. */
export class RefusedError extends VouchError {
  override readonly name: string = 'RefusedError';
  /** What kind of refusal its status is: decide by this, by the class, or by the finer `reason`; `detail` may change. */
  readonly code: RefusalCode;
  readonly status: number;
  readonly detail: string;
  /** The server's own code, those of its documentation: `OUT_OF_CREDITS` is one kind of `LIMITED`. Undefined where something before the server refused. */
  readonly reason: string | undefined;
  /** The id under which the server's log knows the request. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ status, detail, reason, requestId, retryAfterMs }: RefusalTerms) {
    super(`${detail} (${status}${requestId === undefined ? '' : `, request ${requestId}`})`);
    this.code = codeOf(status);
    this.status = status;
    this.detail = detail;
    this.reason = reason;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** 400, 413 and the like: the request, its file or its schema has to change. */
export class InvalidRequestError extends RefusedError {
  override readonly name = 'InvalidRequestError';
}

/** 401 and 403: the key is not known, or may not do this. */
export class AccessError extends RefusedError {
  override readonly name = 'AccessError';
}

/** 404, and 410 for the result of a job whose key was replaced. */
export class MissingError extends RefusedError {
  override readonly name = 'MissingError';
}

/** 409: the idempotency key is still being worked on, or was used for another request. */
export class ConflictError extends RefusedError {
  override readonly name = 'ConflictError';
}

/** 429: too many requests, or too few credits; `retryAfterMs` says until when, and is undefined where a whole day has too few. */
export class LimitedError extends RefusedError {
  override readonly name = 'LimitedError';
}

/** 408, 500, 503 and those of proxies: it is not the request's fault. */
export class ServiceError extends RefusedError {
  override readonly name = 'ServiceError';
}

export const refusalCodes = {
  400: 'INVALID_REQUEST',
  401: 'KEY_REFUSED',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  405: 'INVALID_REQUEST',
  408: 'TOO_SLOW',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'TOO_LARGE',
  414: 'TOO_LARGE',
  415: 'INVALID_REQUEST',
  417: 'INVALID_REQUEST',
  422: 'INVALID_REQUEST',
  429: 'LIMITED',
  431: 'TOO_LARGE',
  500: 'SERVER_ERROR',
  503: 'UNAVAILABLE',
} as const;
export type RefusalCode = (typeof refusalCodes)[keyof typeof refusalCodes];

const classes = {
  INVALID_REQUEST: InvalidRequestError,
  TOO_LARGE: InvalidRequestError,
  KEY_REFUSED: AccessError,
  NOT_ALLOWED: AccessError,
  NOT_FOUND: MissingError,
  GONE: MissingError,
  CONFLICT: ConflictError,
  LIMITED: LimitedError,
  TOO_SLOW: ServiceError,
  SERVER_ERROR: ServiceError,
  UNAVAILABLE: ServiceError,
} satisfies Record<RefusalCode, typeof RefusedError>;

/** The error of the class that its status asks for. */
export const refusedError = (refused: RefusalTerms): RefusedError => new classes[codeOf(refused.status)](refused);

function codeOf(status: number): RefusalCode {
  const known = Object.entries(refusalCodes).find(([candidate]) => Number(candidate) === status)?.[1];
  return known ?? (status < 500 ? 'INVALID_REQUEST' : 'UNAVAILABLE');
}

/** The request was served, and the extraction failed. It may have cost something. */
export class ExtractionFailedError extends VouchError {
  override readonly name = 'ExtractionFailedError';

  constructor(
    readonly code: FailedCode,
    /** What happened, for a person. */
    readonly detail: string,
    readonly requestId: string | undefined,
    /** What it cost. */
    readonly credits: number,
  ) {
    super(`${code}: ${detail}${requestId === undefined ? '' : ` (request ${requestId})`}`);
  }
}

/** A job that ended without a result: it was cancelled, or expired before a worker came. */
export class JobEndedError extends VouchError {
  override readonly name = 'JobEndedError';

  constructor(
    readonly jobId: string,
    readonly code: 'cancelled' | 'expired',
  ) {
    super(`The job ${jobId} has no result: it ${code === 'cancelled' ? 'was cancelled' : 'expired before a worker came'}`);
  }
}
