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
