import { ConfigError } from '../../../../core/index.js';

/** Where a provider is, and the key it takes; both fit to be used. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * Checks both at boot, where a host can still act. Plain http is allowed: a model on one's own machine has no certificate.
 * @throws ConfigError naming the plugin and the option, and never the key.
 */
export function endpoint(plugin: string, baseUrl: string, apiKey: string): Endpoint {
  if (!URL.canParse(baseUrl) || !isPlain(new URL(baseUrl))) {
    throw new ConfigError(`Plugin "${plugin}": base_url must be an http or https address without user, query or fragment`);
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ConfigError(`Plugin "${plugin}": api_key is empty or holds spaces, line breaks or characters that no header can carry`);
  }
  return { baseUrl, apiKey };
}

const isPlain = ({ protocol, username, password, search, hash }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');

/** An answer that would not fit into memory that is meant for answers. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const mostBytes = 8 * 1024 * 1024;

/**
 * A fetch for one provider: sends these headers and no others, so that nothing the SDK found in the environment leaves with a document; follows no
 * redirect, which would carry the document to a stranger; stops reading an answer, unpacked, at 8 MB.
 */
export const providerFetch =
  (headers: Readonly<Record<string, string>>): typeof fetch =>
  async (target, init) => {
    const response = await fetch(target, { ...init, headers: { ...headers }, redirect: 'error' });
    return new Response(response.body?.pipeThrough(limiter()) ?? null, response);
  };

function limiter(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new AnswerTooLarge(`The answer is longer than ${mostBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
