import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import type { PluginContext } from '../../../core/index.js';
import { at } from '../llm/reply/at.js';
import { checkedAddress, checkedKey } from '../llm/request/connection.js';
import { type TokenSource, tokenOf } from '../llm/request/token.js';
import { fetchHandler } from './fetch-handler.js';

export type BedrockSdk = typeof import('@aws-sdk/client-bedrock-runtime');

/** The SDK and its client, loaded with the first request. */
export interface Bedrock {
  readonly sdk: BedrockSdk;
  readonly client: BedrockRuntimeClient;
}

export interface ClientSettings {
  readonly label: string;
  readonly region: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** Makes the client when it is needed. @throws ConfigError at boot for an address or a key that is none */
export function bedrockClient(context: PluginContext, { region, baseUrl, apiKey }: ClientSettings): () => Promise<Bedrock> {
  const endpoint = checkedAddress('bedrock', baseUrl ?? `https://bedrock-runtime.${region}.amazonaws.com`);
  const key = apiKey === undefined ? undefined : checkedKey('bedrock', apiKey);
  const token = tokenOf(context) ?? (key === undefined ? undefined : async () => key);
  let made: Promise<Bedrock> | undefined;
  return () => {
    made ??= import('@aws-sdk/client-bedrock-runtime').then((sdk) => ({ sdk, client: clientOf(sdk, { region, endpoint, token }) }));
    return made;
  };
}

/**
 * Sets every option that the SDK would read from the environment or a profile, but for who signs. What it would say about the machine is
 * taken out before requests are signed.
 */
function clientOf(
  sdk: BedrockSdk,
  { region, endpoint, token }: { readonly region: string; readonly endpoint: string; readonly token: TokenSource | undefined },
): BedrockRuntimeClient {
  const client = new sdk.BedrockRuntimeClient({
    region,
    endpoint,
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    userAgentAppId: '',
    authSchemePreference: [token ? 'httpBearerAuth' : 'sigv4'],
    requestHandler: fetchHandler,
    ...(token && { token: async () => ({ token: await token() }) }),
  });
  client.middlewareStack.addRelativeTo(onlyNeededHeaders, {
    name: 'onlyNeededHeaders',
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
  });
  return client;
}

const needed = ['host', 'content-type', 'content-length', 'accept'];

/** The SDK adds its version, the platform and the function that runs. */
const onlyNeededHeaders =
  <A extends object, R>(next: (args: A) => Promise<R>) =>
  (args: A): Promise<R> => {
    const headers: Record<string, string> = Object(at(args, 'request', 'headers'));
    for (const name of Object.keys(headers)) if (!needed.includes(name.toLowerCase())) delete headers[name];
    return next(args);
  };
