import { at, ExtractionError, type FailureDetails, numberAt, textAt, type Usage } from '../../../core/index.js';
import { AnswerTooLarge } from './connection.js';
import { RateLimited } from './rate-gate.js';
import { helpAgainst, knownCode, RefusedRequest, refusedBy, refusedIn } from './refused.js';

/**
 * Turns what an SDK threw into a failure that says whether a retry may help. Message and cause never hold the answer's body, which may
 * repeat the prompt or the key.
 */
export function failureOf(error: unknown, label: string): ExtractionError {
  const status = numberAt(error, 'status');
  return status === undefined ? withoutStatus(error, label) : withStatus(error, status, label);
}

/** The provider read the document and refused to answer; asking the same model again will not help. `why` is a word of its API. */
export const refusal = (label: string, why: string, usage?: Usage): ExtractionError =>
  failure(label, `the provider refused to answer (${reasonIn(why)})`, { worked: true, usage });

/** The provider answered with success, but not as its API does: a proxy's page, an empty body, another server. */
export const misshapen = (label: string, what: string): ExtractionError =>
  failure(label, `answered with success, but ${what}`, { retryable: 'once' });

/** The provider worked but gave no answer. `why` is a word of its API. */
export const unfinished = (label: string, why: string, details: FailureDetails): ExtractionError =>
  failure(label, `gave no answer (${reasonIn(why)})`, details);

/** A reason in the form of API words, `content_filter`. Any other text might repeat what the provider read. */
const reasonIn = (why: string): string => (/^[A-Za-z]{1,20}(?:_[A-Za-z]{1,20}){0,5}$/.test(why) ? why : 'for a reason of its own');

export const tooSlow = (label: string, timeoutMs: number): ExtractionError =>
  failure(label, `no answer within ${timeoutMs} ms (timeout_ms)`, { retryable: 'once' });

const meaning: Readonly<Record<number, string>> = {
  400: 'the request was refused',
  401: 'the key was refused',
  402: 'payment is required',
  403: 'access was refused',
  404: 'no such model or address',
  408: 'the provider timed out',
  409: 'the provider was busy with a conflict',
  413: 'the document is too large',
  422: 'the request was refused',
  429: 'rate limit',
  529: 'the provider is overloaded',
};

function meaningOf(status: number, refused: boolean): string {
  if (refused) return 'the request was refused';
  return meaning[status] ?? (status >= 500 ? 'the provider failed' : 'an unexpected status');
}

/** Codes of a 429 that waiting will not resolve. */
const spentCodes = ['insufficient_quota', 'billing_hard_limit_reached', 'enforced_spend_limit_reached', 'contract_spend_limit_reached'];

function withStatus(error: unknown, status: number, label: string): ExtractionError {
  const codes = ['code', 'errorCode', 'type'].map((name) => textAt(error, name)).filter((code) => code !== undefined);
  const exhausted = codes.some((code) => spentCodes.includes(code));
  const requestId = textAt(error, 'requestID');
  const wait = retryAfterMs(headersOf(error));
  const refused = refusedBy(headersOf(error), codes);
  const what = exhausted ? 'the quota is used up' : meaningOf(status, refused !== undefined);
  // Some servers refuse with a 500 what they will never take.
  const passes = !exhausted && !refused && mayPass(status);
  const help = helpAgainst(status, refused);
  const facts = [status, help && knownCode(codes), requestId && `request ${word(requestId)}`].filter(Boolean).join(', ');
  const details = {
    cause: summary(error, `${status} ${codes.map(word).join(' ')}`),
    retryable: passes,
    ours: !passes,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
  const message = `${label}: ${what} (${facts})${help}`;
  if (refused) return new RefusedRequest(message, details, refused);
  if (status === 429 && !exhausted && wait !== undefined) return new RateLimited(message, wait, details.cause);
  return new ExtractionError('LLM_ERROR', message, details);
}

const mayPass = (status: number): boolean => status >= 500 || [408, 409, 429].includes(status);

function withoutStatus(error: unknown, label: string): ExtractionError {
  const chain = causes(error);
  // SDKs take what happens before a request leaves, as where no token can be had, for a failed connection.
  const own = chain.find((link) => link instanceof ExtractionError);
  if (own) return own;
  const code = chain.map((link) => textAt(link, 'code')).find((text) => text !== undefined);
  const cause = summary(error, code === undefined ? '' : word(code));
  if (chain.some((link) => link instanceof AnswerTooLarge)) return failure(label, 'the answer is larger than 8 MB', { cause });
  if (chain.some((link) => textAt(link, 'message') === 'unexpected redirect')) {
    return failure(label, 'answered with a redirect, which is not followed: check base_url', { cause, ours: true });
  }
  if (chain.some(isConnection)) {
    const retryable = chain.some(isCut) ? 'once' : true;
    return failure(label, `the connection failed${code === undefined ? '' : ` (${word(code)})`}`, { cause, retryable });
  }
  return failure(label, 'answered with success, but not with JSON of its API', { cause, retryable: 'once' });
}

const failure = (label: string, what: string, details: FailureDetails): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: ${what}`, details);

function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && chain.length < 5; link = at(link, 'cause')) chain.push(link);
  return chain;
}

/** Connection errors have the SDKs' own class, or are what Node's fetch throws when a socket ends early. */
const isConnection = (link: unknown): boolean =>
  className(link).startsWith('APIConnection') ||
  ['fetch failed', 'terminated', 'other side closed'].includes(textAt(link, 'message') ?? '');

/** The answer had begun, so the provider has already worked, and a second attempt may be in vain as well. */
const isCut = (link: unknown): boolean => textAt(link, 'message') === 'terminated';

const summary = (error: unknown, facts: string): Error => new Error(`${className(error)} ${facts}`.trim());

const className = (value: unknown): string => (value instanceof Error ? value.constructor.name : typeof value);

/** A code or id that is safe in a message: its plain characters, up to 80. */
const word = (text: string): string => text.replace(/[^\w.:-]/g, '').slice(0, 80);

const headersOf = (error: unknown): Headers | undefined => {
  const headers = at(error, 'headers');
  return headers instanceof Headers ? headers : undefined;
};

/** The stream ended before the answer did. The provider has worked, and a second try may be in vain as well. */
export const brokenOff = (label: string): ExtractionError => failure(label, 'the answer broke off', { retryable: 'once' });

/** The answer paused for longer than a model that works. */
export const fellSilent = (label: string, silenceMs: number): ExtractionError =>
  failure(label, `the answer paused for ${silenceMs} ms (silence_ms)`, { retryable: 'once' });

/** Codes of errors that no waiting resolves. */
const lasting = /invalid|quota|billing|spend_limit|authentication|permission|not_found|too_large/;

interface ReportedError {
  /** A word of the API. */
  readonly code: string;
  /** Once the answer has begun, the provider has worked. */
  readonly begun: boolean;
  /** The error as it came, which may say what of the request was refused. */
  readonly error?: unknown;
}

/** What becomes of an error among the events of a stream. */
export function reported(label: string, { code, begun, error }: ReportedError): ExtractionError {
  const refused = begun ? undefined : refusedIn(400, error);
  if (refused) return new RefusedRequest(`${label}: the request was refused${helpAgainst(400, refused)}`, { ours: true }, refused);
  if (isSharedContext(error)) return contextShared(label);
  return unfinished(label, code, { retryable: lasting.test(code) ? false : begun ? 'once' : true });
}

/** llama.cpp's words for it; all requests that it answers at the time end with them, and find room again once they come one by one. */
const isSharedContext = (error: unknown): boolean =>
  /^context size has been exceeded/i.test(textAt(error, 'message') ?? textAt(error, 'error', 'message') ?? '');

const contextShared = (label: string): ExtractionError =>
  failure(
    label,
    `gave no answer: requests that the server answers at once share a context and have filled it; give it a larger one, or let it take one at a time (llama.cpp: --parallel 1)`,
    { retryable: 'once' },
  );

/** Marks a failure as worked, because an earlier request of the same reading is paid for. */
export function charged(error: unknown): unknown {
  if (!(error instanceof ExtractionError) || error.worked) return error;
  const { code, message, cause, retryable, retryAfterMs } = error;
  return new ExtractionError(code, message, { cause, retryable, worked: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}

/**
 * The wait that a provider asks for, in milliseconds; undefined where it names none that is usable. Not bounded, because the caller knows
 * the deadline. A date is measured against the answer's own `date`, so that no local clock matters.
 */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  if (!headers) return undefined;
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds) return waitOf(Number(milliseconds));
  const after = headers.get('retry-after');
  if (!after) return untilReset(headers);
  const seconds = Number(after);
  return waitOf(Number.isNaN(seconds) ? Date.parse(after) - dateOf(headers) : seconds * 1000);
}

const waitOf = (milliseconds: number): number | undefined => (milliseconds >= 0 ? Math.ceil(milliseconds) : undefined);

const dateOf = (headers: Headers): number => Date.parse(headers.get('date') ?? '');

/** OpenAI and Groq: `x-ratelimit-reset-tokens: 6m0s` beside `x-ratelimit-remaining-tokens: 0`; OpenRouter: `x-ratelimit-reset`, an instant. */
const limits = ['', '-requests', '-tokens'];

/** The wait until a limit is reset: the longest of those of which nothing remains, else the shortest that is named. */
function untilReset(headers: Headers): number | undefined {
  const resets = limits.flatMap((limit) => {
    const wait = resetIn(headers.get(`x-ratelimit-reset${limit}`), dateOf(headers));
    return wait === undefined ? [] : [{ wait, isUsedUp: headers.get(`x-ratelimit-remaining${limit}`)?.trim() === '0' }];
  });
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp).map(({ wait }) => wait);
  if (usedUp.length > 0) return Math.max(...usedUp);
  return resets.length > 0 ? Math.min(...resets.map(({ wait }) => wait)) : undefined;
}

/** An instant this far from 1970 is not a number of seconds to wait: in seconds and in milliseconds. */
const [instantSeconds, instantMs] = [1e9, 1e12];

/** '6m0s', '7.66s', '17ms', '2' (seconds), or an instant in seconds or milliseconds since 1970. */
function resetIn(text: string | null, now: number): number | undefined {
  if (!text) return undefined;
  const number = Number(text);
  if (number >= instantSeconds) return waitOf((number >= instantMs ? number : number * 1000) - now);
  if (!Number.isNaN(number)) return waitOf(number * 1000);
  const parts = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/.exec(text.trim());
  if (!parts) return undefined;
  const [hours, minutes, seconds, milliseconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return waitOf((((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (milliseconds ?? 0));
}
