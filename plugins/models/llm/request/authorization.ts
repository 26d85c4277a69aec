import { ConfigError, type PluginContext } from '../../../../core/index.js';
import { checkedKey, type RequestHeaders } from './connection.js';
import { ownHeaders } from './own-headers.js';
import { bearer, type TokenSource, tokenOf } from './token.js';

/** How the requests of a plugin prove who sends them. */
export interface AuthorizationTerms {
  readonly plugin: string;
  /** The model in messages. */
  readonly label: string;
  readonly api_key?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The environment variable of the key; none where the server has none. */
  readonly secret?: string;
  /** Whether the server may do without a key. */
  readonly keyIsOptional?: boolean;
  /** The header of the key; `authorization` with the word Bearer when absent. */
  readonly keyHeader?: string;
  /** Where the plugin itself gets tokens from, as from a cloud's identity. A host's tokens come first. */
  readonly token?: TokenSource;
  /** The headers of every request besides. */
  readonly fixed?: Readonly<Record<string, string>>;
}

/**
 * The headers of every request: the key or a token, the content type, and the host's own.
 * @throws ConfigError at boot when there is no key, or no header can carry it
 */
export function authorization(context: PluginContext, terms: AuthorizationTerms): RequestHeaders {
  const { plugin, label, headers = {}, fixed = {} } = terms;
  const all = { ...plain, ...fixed, ...ownHeaders(plugin, headers) };
  const token = tokenOf(context) ?? terms.token;
  if (token) return async () => ({ ...all, authorization: await bearer(label, token) });
  const key = keyOf(context, terms);
  if (key === undefined) return all;
  return terms.keyHeader ? { ...all, [terms.keyHeader]: key } : { ...all, authorization: `Bearer ${key}` };
}

const plain = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'vouch' };

function keyOf(context: PluginContext, { plugin, api_key, secret, keyIsOptional = false }: AuthorizationTerms): string | undefined {
  const key = api_key ?? (secret === undefined ? undefined : keyIsOptional ? secretIfSet(context, secret) : context.secret(secret));
  return key === undefined ? undefined : checkedKey(plugin, key);
}

/** A secret that need not be set. */
export function secretIfSet(context: PluginContext, name: string): string | undefined {
  try {
    return context.secret(name);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
