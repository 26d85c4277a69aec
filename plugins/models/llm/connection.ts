import { createRequire } from 'node:module';
import { ConfigError, listAt, textAt } from '../../../core/index.js';
import { parsedBody, withRefused } from './refused.js';

/**
 * Checks address and key at boot, when a host can still act. Plain http is allowed, because a model on the same machine has no certificate.
 * @throws ConfigError naming the plugin and the option, but never the key.
 */
export function endpoint(plugin: string, baseUrl: string, apiKey: string): { readonly baseUrl: string; readonly apiKey: string } {
  return { baseUrl: checkedAddress(plugin, baseUrl), apiKey: checkedKey(plugin, apiKey) };
}

/** @throws ConfigError for what is no http address, or holds more than an address */
export function checkedAddress(plugin: string, baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !isPlain(new URL(baseUrl))) {
    throw new ConfigError(`Plugin "${plugin}": base_url must be an http or https address without user, query or fragment`);
  }
  return baseUrl.replace(/\/+$/, '');
}

/** @throws ConfigError for a key that no header can carry */
export function checkedKey(plugin: string, apiKey: string): string {
  if (isHeaderValue(apiKey)) return apiKey;
  throw new ConfigError(`Plugin "${plugin}": api_key is empty or holds spaces, line breaks or characters that no header can carry`);
}

/** Whether a key or token can stand in a header. */
export const isHeaderValue = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

const isPlain = ({ protocol, username, password, search, hash }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');

/** The answer exceeds the memory that is meant for answers. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

export const maxAnswerBytes = 8 * 1024 * 1024;
/** A stream wraps every token in an event of some 300 bytes; its text has the limit of other answers. */
const maxStreamBytes = 12 * maxAnswerBytes;

export const isEventStream = ({ headers }: Response): boolean => /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');

/** The headers of a request; a function makes those that expire, anew for each request. */
export type RequestHeaders = Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>);

/**
 * A fetch for one provider. It sends only these headers, so nothing that the SDK found in the environment leaves with a document.
 * It follows no redirect, which would carry the document to a stranger, and stops reading an unpacked answer at 8 MB, a streamed one at 96 MB.
 */
export const providerFetch =
  (headers: RequestHeaders): typeof fetch =>
  async (target, init) => {
    const own = typeof headers === 'function' ? await headers() : headers;
    const response = await fetch(target, { ...init, headers: { ...own }, redirect: 'error' });
    const body = response.body?.pipeThrough(limiter(isEventStream(response) ? maxStreamBytes : maxAnswerBytes));
    return withRefused(new Response(body ?? null, response));
  };

function limiter(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new AnswerTooLarge(`The answer is longer than ${mostBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

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
  const body = parsedBody(await response.text().catch(() => ''));
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

/**
 * Checks at boot that a vendor's package is there. It is loaded with the first request, because it takes time and may never be needed.
 * @throws ConfigError with the command that installs it
 */
export function requirePackage(plugin: string, name: string, range: string): void {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new ConfigError(`Plugin "${plugin}" needs a package that is not installed: npm install ${name}@${range}`, [], { cause });
  }
}

/** The package, by a name that the compiler does not follow: its types are of no use where it is absent. */
export const loadPackage = <T>(name: string): Promise<T> => import(name) as Promise<T>;
