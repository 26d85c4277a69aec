import { listAt, textAt } from '../reply/at.js';

/** A provider answered with another status than success. It has what failures are told by, and of the body no more than a code. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly requestID: string | undefined;

  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly code: string | undefined,
  ) {
    super(`Status ${status}`);
    this.requestID = headers.get('x-request-id') ?? headers.get('request-id') ?? undefined;
  }
}

/** The response, if it is a success; for providers without an SDK. @throws StatusError */
export async function answered(pending: Promise<Response>): Promise<Response> {
  const response = await pending;
  if (response.ok) return response;
  const body = parsed(await response.text().catch(() => ''));
  const code = textAt(body, 'error', 'code') ?? textAt(body, 'error', 'status');
  throw new StatusError(response.status, withWait(response.headers, body), code);
}

/** Google says in the body how long to wait: `{ "retryDelay": "17s" }`. Source: google.rpc.RetryInfo */
function withWait(headers: Headers, body: unknown): Headers {
  const delays = listAt(body, 'error', 'details').map((detail) => /^(\d+(?:\.\d+)?)s$/.exec(textAt(detail, 'retryDelay') ?? '')?.[1]);
  const delay = delays.find((text) => text !== undefined);
  if (delay === undefined || headers.has('retry-after')) return headers;
  const own = new Headers(headers);
  own.set('retry-after', delay);
  return own;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
