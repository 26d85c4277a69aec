/** Every refusal: its code, which programs may rely on, and its status. `X-Error-Code` carries the code; the guide says when each is answered. */
export const refusals = {
  INVALID_REQUEST: 400,
  INVALID_INPUT: 400,
  KEY_REFUSED: 401,
  KEY_EXPIRED: 401,
  KEY_REPLACED: 401,
  NOT_ALLOWED: 403,
  SCOPE_MISSING: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_SLOW: 408,
  IDEMPOTENCY_KEY_BUSY: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  PART_OF_BATCH: 409,
  RUN_CHANGED: 409,
  RUN_CLAIMED: 409,
  RUN_REVIEWED: 409,
  TOO_MANY_FILES: 409,
  TOO_MANY_WEBHOOKS: 409,
  WEBHOOK_DISABLED: 409,
  WEBHOOK_UNREADABLE: 409,
  TOO_LARGE: 413,
  ADDRESS_TOO_LONG: 414,
  WRONG_MEDIA_TYPE: 415,
  EXPECTATION_REFUSED: 417,
  SCHEMA_UNKNOWN: 422,
  RATE_LIMITED: 429,
  TOO_MANY_AT_ONCE: 429,
  OUT_OF_CREDITS: 429,
  HEADERS_TOO_LARGE: 431,
  CLIENT_GONE: 499,
  INTERNAL_ERROR: 500,
  BUSY: 503,
  CLOSING: 503,
  HOST_REFUSED: 503,
  NOT_READY: 503,
  STORE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof refusals;

/** Why a valid request was refused, as metrics count it: it came at the wrong time or too often. */
export type ShedReason = 'busy' | 'closing' | 'rate' | 'together' | 'credits' | 'state';

const shedReasons: Readonly<Partial<Record<ErrorCode, ShedReason>>> = {
  BUSY: 'busy',
  CLOSING: 'closing',
  RATE_LIMITED: 'rate',
  TOO_MANY_AT_ONCE: 'together',
  OUT_OF_CREDITS: 'credits',
  STORE_UNAVAILABLE: 'state',
};

/** An error answer: a code, one sentence for the caller that never echoes the request, and headers for a program. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly shed: ShedReason | undefined;

  /** @param options `status` is another one than that of the code only where a framework has chosen it */
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
    { status = refusals[code], ...options }: ErrorOptions & { readonly status?: number } = {},
  ) {
    super(detail, options);
    this.status = status;
    this.shed = shedReasons[code];
  }
}

export const badRequest = (detail: string, options?: ErrorOptions): Refusal => new Refusal('INVALID_REQUEST', detail, {}, options);

export const noSuch = (what: KeptResource): string =>
  `There is no such ${what}: its id is wrong, it belongs to another caller, or it was kept long enough`;

/** What callers have for a while. */
export type KeptResource = 'job' | 'batch' | 'file' | 'run';

/** What was found. @throws Refusal 404 where nothing was */
export function existing<Found>(what: KeptResource, found: Found | undefined): Found {
  if (found !== undefined) return found;
  throw new Refusal('NOT_FOUND', noSuch(what));
}

/** `/metrics` is the operator's, and not named to others. */
export const noSuchPath = (paths: readonly string[]): string =>
  `Not found: the paths are ${paths.filter((path) => path !== '/metrics').join(', ')}`;

/** The service cannot answer now but may be able to in a moment. */
export const unavailable = (detail: string, options?: ErrorOptions): Refusal =>
  new Refusal('STORE_UNAVAILABLE', detail, { 'Retry-After': '1' }, options);

/** Awaits an answer of the store. A failure becomes a 503, so that an outage never looks like a wrong key or an exhausted limit. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw unavailable('The service cannot reach its state at the moment. Retry shortly.', { cause });
  }
}
