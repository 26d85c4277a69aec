import { ExtractionError, type OptionsSchema, type Plugin, type PluginContext } from '../../../../core/index.js';
import { isHeaderValue } from './connection.js';

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
export async function bearer(label: string, token: TokenSource): Promise<string> {
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
