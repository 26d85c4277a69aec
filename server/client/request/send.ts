import {
  ConnectionError,
  RedirectedError,
  RefusedError,
  refusedError,
  TimedOutError,
  UnexpectedAnswerError,
  UsageError,
} from '../errors.js';
import { type FormContent, formOf, type SentForm } from './form.js';
import { jsonText } from './json-text.js';
import { redirectMode } from './runtime.js';

/** The server, and how it is asked. */
export interface ServerConnection {
  readonly server: URL;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  /** How often a call that failed is tried again. */
  readonly retries: number;
  readonly timeoutMs: number;
}

/** Whether what is sent to this address can be read on the way: it has no TLS, and is another machine. */
export const sendsInClear = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

export interface CallOptions {
  /** Ends the call; what it throws is the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** For the whole call, with all that is tried again; 300 000 when absent. */
  readonly timeoutMs?: number | undefined;
}

export interface ServerCall extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the address of the server: 'v1/extract'. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: FormContent;
  /** A body as JSON, in place of a form. */
  readonly json?: object;
  /** Whether asking twice does what asking once does. Then what broke off is asked again. */
  readonly idempotent: boolean;
}

export interface ServerReply {
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Asks until there is an answer. What is busy, limited or out is asked again after what `Retry-After` says, else after 0.5, 1, 2, 4 … 30 s, less
 * up to half of it by chance; what broke off only where asking twice costs once.
 * @throws VouchError of the class that says what happened; the reason of `signal` once that is aborted
 */
export async function send(connection: ServerConnection, call: ServerCall): Promise<ServerReply> {
  const deadline = new CallDeadline(call.timeoutMs ?? connection.timeoutMs, call.signal);
  try {
    return await repeated(connection, call, { deadline, read: replyOf });
  } finally {
    deadline.clear();
  }
}

/** The body of an answer of this form. @throws as `send` */
export const ask = async <Answer>(connection: ServerConnection, call: ServerCall): Promise<Answer> =>
  (await send(connection, call)).body as Answer;

/** The same for an answer that is read while it comes: the response is accepted, and its body not read. The deadline goes on. */
export const openAnswer = (connection: ServerConnection, call: ServerCall, deadline: CallDeadline): Promise<Response> =>
  repeated(connection, call, { deadline, read: async (response) => response });

interface AnswerTaking<Answer> {
  readonly deadline: CallDeadline;
  /** Takes what the server has accepted. */
  readonly read: (response: Response) => Promise<Answer>;
}

async function repeated<Answer>(connection: ServerConnection, call: ServerCall, { deadline, read }: AnswerTaking<Answer>): Promise<Answer> {
  for (let failures = 0; ; ) {
    const tried = await attempt(connection, call, { deadline, read });
    if ('answer' in tried) return tried.answer;
    call.signal?.throwIfAborted();
    if (deadline.expired) throw timedOut(deadline.ms, tried.error);
    const again = tried.spent ? undefined : repetition(tried.error, call, connection.retries);
    if (!again || failures >= again.most) throw tried.spent ? explained(tried.error) : tried.error;
    const waitMs = again.afterMs ?? backoffMs(failures);
    if (waitMs >= deadline.leftMs) throw tried.error instanceof RefusedError ? tried.error : timedOut(deadline.ms, tried.error);
    if (again.most !== Number.POSITIVE_INFINITY) failures += 1;
    await sleep(waitMs, call.signal);
  }
}

type TriedOnce<Answer> =
  | { readonly answer: Answer }
  | { readonly error: unknown /** Whether a document was a stream, and is used up. */; readonly spent: boolean };

async function attempt<Answer>(
  connection: ServerConnection,
  call: ServerCall,
  { deadline, read }: AnswerTaking<Answer>,
): Promise<TriedOnce<Answer>> {
  const form = call.form && formOf(call.form);
  try {
    const response = await asked(connection, call, { form, signal: deadline.signal });
    if (response.status >= 300 && response.status < 400) throw new RedirectedError(connection.server.origin);
    return { answer: await read(await accepted(response)) };
  } catch (error) {
    return { error, spent: form?.spent() ?? false };
  } finally {
    // A stream that never gives its next piece does not end either, and must not hold up the answer or the abort.
    void form?.close();
  }
}

interface Sending {
  readonly form: SentForm | undefined;
  readonly signal: AbortSignal;
}

async function asked({ server, key, fetch }: ServerConnection, call: ServerCall, { form, signal }: Sending): Promise<Response> {
  const url = new URL(call.path, server);
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
  const sent = form ?? (call.json && { headers: { 'content-type': 'application/json' }, body: jsonText('The request', call.json) });
  const headers = { ...call.headers, ...sent?.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  // `duplex` is how the fetch standard marks a body that is sent while it is made; not all its types know it.
  const redirect = redirectMode();
  const request = { method: call.method, headers, signal, redirect, ...(sent && { body: sent.body, duplex: 'half' }) } as const;
  try {
    return await fetch(url, request as RequestInit);
  } catch (cause) {
    const broken = form?.broken();
    if (broken)
      throw broken.cause instanceof UsageError ? broken.cause : new UsageError('The document could not be read to its end', broken);
    throw isRedirect(cause) ? new RedirectedError(server.origin, { cause }) : unreachable(server, cause);
  }
}

const unreachable = ({ origin }: URL, cause: unknown): ConnectionError =>
  new ConnectionError(`${origin} cannot be reached, or the connection broke: ${reasonOf(cause)}`, { cause });

/** Node (in the cause), Deno and Bun say it in words only. */
const isRedirect = (error: unknown): boolean =>
  error instanceof Error && (/unexpected ?redirect|encountered redirect/i.test(error.message) || isRedirect(error.cause));

/** A broken connection has its reason in the cause of its error. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (inner instanceof Error && 'code' in inner && typeof inner.code === 'string') return inner.code;
  if (!(inner instanceof Error)) return 'unknown';
  return inner.name === 'Error' ? inner.message : inner.name;
}

/** The response of a request that was served. @throws RefusedError, UnexpectedAnswerError, ConnectionError where the answer breaks off */
async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { status, headers } = response;
  const requestId = requestIdOf(response);
  const body = parsed(await textOf(response));
  const detail = typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string' ? body.detail : undefined;
  // A proxy that is out of servers says so in words of its own.
  if (detail === undefined && ![429, 502, 503, 504].includes(status)) throw new UnexpectedAnswerError(status, requestId);
  const retryAfterMs = retryAfter(headers.get('retry-after'));
  const reason = headers.get('x-error-code') ?? undefined;
  throw refusedError({ status, detail: detail ?? 'Something before the server refuses the request', reason, requestId, retryAfterMs });
}

async function replyOf(response: Response): Promise<ServerReply> {
  const body = parsed(await textOf(response));
  if (typeof body === 'object' && body !== null) return { headers: response.headers, body };
  throw new UnexpectedAnswerError(response.status, requestIdOf(response));
}

export const requestIdOf = ({ headers }: Pick<Response, 'headers'>): string | undefined => headers.get('x-request-id') ?? undefined;

/** Of one answer that is held as a whole; the results of batches come line by line. */
const longestAnswerBytes = 134_217_728;

/** @throws UnexpectedAnswerError where it is longer than any, ConnectionError where it breaks off */
async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  for (;;) {
    const next = await reader?.read().catch((cause: unknown) => Promise.reject(brokenOff(cause)));
    if (!next || next.done) return texts.join('') + decoder.decode();
    bytes += next.value.length;
    if (bytes > longestAnswerBytes) {
      await reader?.cancel().catch(() => undefined);
      throw new UnexpectedAnswerError(response.status, requestIdOf(response));
    }
    texts.push(decoder.decode(next.value, { stream: true }));
  }
}

export const brokenOff = (cause: unknown): ConnectionError => new ConnectionError(`The answer broke off: ${reasonOf(cause)}`, { cause });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds or a date (RFC 9110 §10.2.3), in ms from now; undefined where it is neither. */
export function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

interface Repetition {
  readonly afterMs?: number | undefined;
  /** After how many failures no more. Waiting for an answer that is being made, or for one's turn, is no failure. */
  readonly most: number;
}

/** How a call that failed is tried again; undefined where that must not be, or would be in vain. */
function repetition(error: unknown, { idempotent }: ServerCall, retries: number): Repetition | undefined {
  if (error instanceof ConnectionError) return idempotent ? { most: retries } : undefined;
  if (!(error instanceof RefusedError)) return undefined;
  const { status, retryAfterMs: afterMs } = error;
  if (status === 409 || status === 429)
    return afterMs === undefined ? undefined : { afterMs, most: retries > 0 ? Number.POSITIVE_INFINITY : 0 };
  if (status === 408 || status === 503) return { afterMs, most: retries };
  if (status === 500) return idempotent ? { afterMs, most: Math.min(1, retries) } : undefined;
  return [502, 504].includes(status) && idempotent ? { afterMs, most: retries } : undefined;
}

export const backoffMs = (failures: number): number => Math.min(30_000, 500 * 2 ** failures) * (1 - Math.random() / 2);

/** @throws the reason of the signal */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
  signal?.throwIfAborted();
}

export const timedOut = (timeoutMs: number, cause: unknown): TimedOutError =>
  new TimedOutError(
    `There was no answer within ${timeoutMs} ms (timeoutMs)${cause instanceof RefusedError ? `; the last was: ${cause.message}` : ''}`,
    { cause },
  );

/** Says why a stream was not sent again. */
function explained(error: unknown): unknown {
  if (!(error instanceof ConnectionError)) return error;
  return new ConnectionError(
    `${error.message}. The stream of the document is used up: give a function that opens it, and the call is tried again`,
    { cause: error.cause },
  );
}

/** The longest time that timers of runtimes count. */
const longestMs = 2 ** 31 - 1;

/** The time that a call has, which can be begun anew where it is for each wait of several. */
export class CallDeadline {
  /** Aborted by the caller, or once the time is over. */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  #ends = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly ms: number,
    caller: AbortSignal | undefined,
  ) {
    this.signal = caller ? AbortSignal.any([caller, this.#over.signal]) : this.#over.signal;
    this.begin();
  }

  /** Begins the time anew. */
  begin(): void {
    this.clear();
    this.#ends = performance.now() + this.ms;
    this.#timer = setTimeout(() => this.#over.abort(), Math.max(0, Math.min(Math.ceil(this.ms), longestMs)));
  }

  /** Ends the timer; from now on nobody is waiting. */
  clear(): void {
    clearTimeout(this.#timer);
  }

  get expired(): boolean {
    return this.#over.signal.aborted;
  }

  get leftMs(): number {
    return this.#ends - performance.now();
  }
}
