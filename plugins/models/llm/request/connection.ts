import { ConfigError } from '../../../../core/index.js';

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

/** The answer exceeds the memory that is meant for answers. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const maxAnswerBytes = 8 * 1024 * 1024;

/**
 * A fetch for one provider. It sends only these headers, so nothing that the SDK found in the environment leaves with a document.
 * It follows no redirect, which would carry the document to a stranger, and stops reading an unpacked answer at 8 MB.
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
      if (bytes > maxAnswerBytes) controller.error(new AnswerTooLarge(`The answer is longer than ${maxAnswerBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
