import { ConfigError, definePlugin } from '../../core/index.js';
import { geminiForms, geminiOptions, throughGenerate } from './gemini.js';
import { authorization, secretIfSet, type TokenSource, tokenOf } from './llm/authorization.js';
import { answered, checkedAddress, loadPackage, providerFetch, requirePackage } from './llm/connection.js';
import { readerSettings } from './llm/options.js';
import { llmReader } from './llm/reader.js';

const { api_key: _, ...options } = geminiOptions;

/**
 * Reads with a Gemini model in a project of Google Cloud (Vertex AI), as the identity of the machine. A PDF is sent unchanged.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference
 */
export default definePlugin({
  kind: 'model',
  name: 'vertex',
  argument: 'model',
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['model'],
    properties: {
      ...options,
      project: { type: 'string', description: 'The project; from GOOGLE_CLOUD_PROJECT when absent, else that of the credentials' },
      location: {
        type: 'string',
        description: 'Where the model works, such as europe-west4; from GOOGLE_CLOUD_LOCATION when absent, else global, which is anywhere',
      },
      base_url: { type: 'string', description: 'The address of the API with its version; that of the location when absent' },
    },
  },
  create(settings, context) {
    const label = `vertex:${settings.model}`;
    const given = settings.project ?? secretIfSet(context, 'GOOGLE_CLOUD_PROJECT');
    const project = given === undefined ? undefined : named('project', given);
    const identity = tokenOf(context) ? undefined : googleIdentity(project);
    if (!project && !identity) throw new ConfigError('Plugin "vertex" needs the option project where a host gives the tokens');
    const headers = authorization(context, { ...settings, plugin: 'vertex', label, ...(identity && { token: identity.token }) });
    const location = named('location', settings.location ?? secretIfSet(context, 'GOOGLE_CLOUD_LOCATION') ?? 'global');
    const api = checkedAddress('vertex', settings.base_url ?? addressOf(location));
    const model = `publishers/google/models/${encodeURIComponent(settings.model)}`;
    const address = async (): Promise<string> =>
      `${api}/projects/${project ?? (await identity?.projectId())}/locations/${location}/${model}`;
    const fetch = providerFetch(headers);
    const send = throughGenerate({ label, address, fetch }, settings);
    const reach = (signal: AbortSignal) => answered(fetch(`${api}/${model}`, { signal }));
    return llmReader({ label, send, reach, showsPictures: true }, readerSettings(settings, geminiForms), context);
  },
});

const addressOf = (location: string): string => `https://${location === 'global' ? '' : `${location}-`}aiplatform.googleapis.com/v1`;

/** A name that becomes part of an address. @throws ConfigError for what no project or location is called */
function named(option: string, text: string): string {
  if (/^[a-z][a-z0-9.:-]*$/.test(text)) return text;
  throw new ConfigError(`Plugin "vertex": ${option} is not the name of a ${option}`);
}

/** What is used of google-auth-library 11. */
interface GoogleAuthLibrary {
  readonly GoogleAuth: new (options: { readonly scopes: string; readonly projectId?: string }) => GoogleAuth;
}
interface GoogleAuth {
  getAccessToken(): Promise<string | null | undefined>;
  getProjectId(): Promise<string>;
}

const name = 'google-auth-library';

/** Who the machine is to Google Cloud: Application Default Credentials. */
interface GoogleIdentity {
  readonly token: TokenSource;
  /** The project that the credentials belong to. */
  projectId(): Promise<string>;
}

/** The package keeps a token until it expires, and looks for a project only where none is given. @throws ConfigError where it is not installed */
function googleIdentity(projectId: string | undefined): GoogleIdentity {
  requirePackage('vertex', name, '11');
  let loaded: Promise<GoogleAuth> | undefined;
  const auth = (): Promise<GoogleAuth> => {
    loaded ??= loadPackage<GoogleAuthLibrary>(name).then(
      ({ GoogleAuth }) => new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/cloud-platform', ...(projectId && { projectId }) }),
    );
    return loaded;
  };
  return {
    token: async () => (await (await auth()).getAccessToken()) ?? '',
    projectId: async () => (await auth()).getProjectId(),
  };
}
