import { ExtractionError, type FailureDetails, type Usage } from '../../../../core/index.js';
import { at, numberAt, textAt } from '../reply/at.js';
import { AnswerTooLarge } from './connection.js';
import { RateLimited } from './rate-limited.js';
import { helpAgainst, knownCode, RefusedRequest, refusedBy } from './refused-request.js';
import { retryAfterMs } from './retry-after.js';

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

/** An error and its causes, at most five. */
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
