import { ConfigError, definePlugin } from '../../core/index.js';
import { authorization, secretIfSet, type TokenSource } from './llm/authorization.js';
import { loadPackage, requirePackage } from './llm/connection.js';
import { readerSettings } from './llm/options.js';
import { llmReader } from './llm/reader.js';
import { throughChat } from './openai/chat.js';
import { api, compatibleOptions, detail, openAiClient, strictForms } from './openai/options.js';
import { throughResponses } from './openai/responses.js';

/**
 * Reads with a deployment of Azure OpenAI, through the v1 API, which needs no `api-version`. A PDF is sent unchanged; the provider is asked
 * not to store answers. Source: https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle
 */
export default definePlugin({
  kind: 'model',
  name: 'azure',
  argument: 'model',
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['model'],
    properties: {
      ...compatibleOptions,
      model: { type: 'string', minLength: 1, description: 'The name of the deployment' },
      base_url: {
        type: 'string',
        description: 'The address with /openai/v1; from AZURE_OPENAI_ENDPOINT, the address of the resource, when absent',
      },
      auth: {
        type: 'string',
        enum: ['key', 'entra'],
        default: 'key',
        description: 'A key, or tokens of Microsoft Entra ID, which need npm install @azure/identity',
      },
      scope: {
        type: 'string',
        default: 'https://ai.azure.com/.default',
        description: 'What an Entra token is for; resources in other clouds have their own',
      },
      api,
      detail,
    },
  },
  create(given, context) {
    const settings = {
      ...given,
      base_url: given.base_url ?? addressOf(secretIfSet(context, 'AZURE_OPENAI_ENDPOINT')),
      limit_parameter: 'max_completion_tokens',
    } as const;
    const label = `azure:${settings.model}`;
    const headers = authorization(context, {
      ...settings,
      plugin: 'azure',
      label,
      secret: 'AZURE_OPENAI_API_KEY',
      keyHeader: 'api-key',
      ...(settings.auth === 'entra' && { token: azureToken(settings.scope) }),
    });
    const client = openAiClient({ ...settings, plugin: 'azure' }, headers);
    const send = settings.api === 'chat' ? throughChat(client, settings, label) : throughResponses(client, settings, label);
    // The API lists models, not deployments, so that only address and key can be checked at no cost.
    const reach = (signal: AbortSignal) => client.models.list({ signal });
    return llmReader({ label, send, reach, showsPictures: true }, readerSettings(settings, strictForms), context);
  },
});

/** The address of the API, by that of the resource, as Azure's portal shows it. */
function addressOf(resource: string | undefined): string {
  if (resource !== undefined) return `${resource.replace(/\/+$/, '')}/openai/v1`;
  throw new ConfigError('Plugin "azure" needs the option base_url, or the environment variable AZURE_OPENAI_ENDPOINT');
}

/** What is used of @azure/identity 4. */
interface AzureIdentity {
  readonly DefaultAzureCredential: new () => { getToken(scope: string): Promise<{ readonly token: string }> };
}

const name = '@azure/identity';

/**
 * Tokens of Microsoft Entra ID, of whatever identity the machine has: a service principal, a workload or managed identity, or `az login`.
 * The package keeps a token until it expires. @throws ConfigError where it is not installed
 */
function azureToken(scope: string): TokenSource {
  requirePackage('azure', name, '4');
  let credential: Promise<InstanceType<AzureIdentity['DefaultAzureCredential']>> | undefined;
  return async () => {
    credential ??= loadPackage<AzureIdentity>(name).then(({ DefaultAzureCredential }) => new DefaultAzureCredential());
    return (await (await credential).getToken(scope)).token;
  };
}
