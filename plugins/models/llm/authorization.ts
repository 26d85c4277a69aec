import { ConfigError, ExtractionError, type OptionsSchema, type Plugin, type PluginContext } from '../../../core/index.js';
import { checkedKey, isHeaderValue, type RequestHeaders } from './connection.js';

interface AuthorizationTerms {
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

export function secretIfSet(context: PluginContext, name: string): string | undefined {
  try {
    return context.secret(name);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** What a host may not say in place of us: they are the key's, or describe the body and the connection. */
const ours = ['authorization', 'connection', 'content-encoding', 'content-length', 'content-type', 'host', 'transfer-encoding'];

/**
 * The headers that a host adds to every request, as gateways ask for them.
 * @throws ConfigError naming the header, never its value
 */
function ownHeaders(plugin: string, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [checkedName(plugin, name), checkedValue(plugin, name, value)]));
}

/** Source of the characters: RFC 9110, §5.1 and §5.6.2. */
function checkedName(plugin: string, name: string): string {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new ConfigError(`Plugin "${plugin}": headers: ${JSON.stringify(name)} is no name of a header`);
  if (ours.includes(name.toLowerCase())) {
    throw new ConfigError(`Plugin "${plugin}": headers: ${name.toLowerCase()} cannot be set here; a key belongs into api_key`);
  }
  return name.toLowerCase();
}

function checkedValue(plugin: string, name: string, value: unknown): string {
  if (typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)) return value;
  throw new ConfigError(`Plugin "${plugin}": headers.${name} must be a text that a header can carry`);
}

/** Gives an access token that is still valid. It is asked before each request, and keeps what it can. */
export type TokenSource = () => Promise<string>;

const sources = new WeakMap<PluginContext, TokenSource>();

/**
 * The same plugin with tokens that expire in place of a key, for hosts in code:
 * `withToken(plugin, () => credential.getToken(scope).then(({ token }) => token))`.
 */
export const withToken = <S extends OptionsSchema | undefined>(plugin: Plugin<'model', S>, token: TokenSource): Plugin<'model', S> => ({
  ...plugin,
  create(options, context) {
    const own = { ...context };
    sources.set(own, token);
    return plugin.create(options, own);
  },
});

/** The tokens that a host in code gives; undefined where it gives none. */
export const tokenOf = (context: PluginContext): TokenSource | undefined => sources.get(context);

/** A token as the value of a header. @throws ExtractionError when there is none: nothing was sent then */
async function bearer(label: string, token: TokenSource): Promise<string> {
  const text = await token().catch((cause: unknown) => {
    throw withoutToken(label, cause);
  });
  if (!isHeaderValue(text)) throw withoutToken(label, new Error('the token is empty or no header can carry it'));
  return `Bearer ${text}`;
}

/** Why is not said in the message: it may hold an account, a path or an address. */
const withoutToken = (label: string, cause: unknown): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: no access token could be had, so nothing was sent`, {
    cause: new Error(cause instanceof Error ? cause.constructor.name : typeof cause),
    retryable: true,
  });
