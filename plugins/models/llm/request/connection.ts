import { ConfigError } from '../../../../core/index.js';
import { withRefused } from '../learned/refused-header.js';

/** The address of a provider and the key for it, both checked. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Checks address and key at boot, when a host can still act. Plain http is allowed, because a model on the same machine has no certificate.
 * @throws ConfigError naming the plugin and the option, but never the key.
 */
export function endpoint(plugin: string, baseUrl: string, apiKey: string): Endpoint {
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

/** Whether an answer is streamed, in events. */
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
