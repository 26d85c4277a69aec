import type { ExtractionModel, Plugin, PluginContext } from '../../../../core/index.js';
import azure from '../../../../plugins/models/azure.js';
import bedrock from '../../../../plugins/models/bedrock.js';
import gemini from '../../../../plugins/models/gemini.js';
import litellm from '../../../../plugins/models/litellm.js';
import llamaCpp from '../../../../plugins/models/llama-cpp.js';
import { withToken } from '../../../../plugins/models/llm/authorization.js';
import mistral from '../../../../plugins/models/mistral.js';
import ollama from '../../../../plugins/models/ollama.js';
import openrouter from '../../../../plugins/models/openrouter.js';
import vertex from '../../../../plugins/models/vertex.js';
import vllm from '../../../../plugins/models/vllm.js';
import { openaiChatReply, type RequestCheck } from '../../../fakes/llm-server.js';
import { azureCheck, chatCheck, converseCheck, generateCheck } from '../../../fakes/wire/checks.js';
import { converseReply, generateBlock, generateReply } from '../../../fakes/wire/replies.js';
import { chatSetting, context, filled, openaiSetting, type ProviderSetting } from './setting.js';

/** A provider by its configuration alone, and the stand-in that it meets. */
export interface ConfiguredProvider extends ProviderSetting {
  readonly check: RequestCheck;
  /** What stands in a configuration, besides the address of the stand-in. */
  readonly part: Readonly<Record<string, unknown>>;
  /** The path at which its API begins. */
  readonly at: string;
  /** Its environment. */
  readonly env: Readonly<Record<string, string>>;
}

type LlmPlugin = Plugin<'model'>;

interface Given extends Omit<ConfiguredProvider, 'make' | 'part'> {
  readonly plugin: LlmPlugin;
  readonly model: string;
}

function configured({ plugin, model, ...given }: Given): ConfiguredProvider {
  const part = { use: plugin.name, model };
  const make = (url: string, options: object = {}): ExtractionModel =>
    made(plugin, { model, base_url: `${url}${given.at}`, ...options }, context(given.env));
  return { ...given, part, make };
}

/** The engine creates plugins of all kinds the same way, without knowing their options. */
const made = (plugin: LlmPlugin, options: object, own: PluginContext): ExtractionModel =>
  plugin.create(filled(plugin.options, options) as never, own);

const partial = '{"fields":[["tot';
/** What an answer counts that used all that was asked for. */
const atItsLimit = { prompt_tokens: 1000, completion_tokens: 32_000, total_tokens: 33_000 };

const chat = (plugin: LlmPlugin, env: Readonly<Record<string, string>>, at = '/v1'): ConfiguredProvider =>
  configured({
    ...chatSetting,
    cutOff: openaiChatReply(partial, { finish_reason: 'length' }, { usage: atItsLimit }),
    name: plugin.name,
    plugin,
    model: `${plugin.name}-test`,
    at,
    env,
    check: chatCheck(plugin.name, Object.values(env)[0], `${at}/chat/completions`),
  });

/** Ollama cuts a long prompt without a word, so that its count is compared with what was sent. */
const ollamaProvider: ConfiguredProvider = {
  ...chat(ollama as LlmPlugin, {}),
  reply: (cells) => openaiChatReply(cells, {}, { usage: { prompt_tokens: 2000, completion_tokens: 200, total_tokens: 2200 } }),
};

const googleError = (code: string, secret: string) => ({ error: { code: 400, message: `Problem with ${secret}`, status: code } });

const google = {
  reply: generateReply,
  cutOff: generateReply(partial, { finishReason: 'MAX_TOKENS' }),
  refusals: {
    'a refusal': generateReply('', { finishReason: 'SAFETY', content: { role: 'model', parts: [] } }),
    'a text that it knows': generateReply(partial, { finishReason: 'RECITATION' }),
    'a blocked prompt': generateBlock,
  },
  errorBody: googleError,
} satisfies Partial<ProviderSetting>;

const hostToken = async (): Promise<string> => 'sk-secret';

export const azureProvider = configured({
  ...openaiSetting,
  name: 'azure',
  plugin: azure as LlmPlugin,
  model: 'azure-test',
  at: '/openai/v1',
  env: { AZURE_OPENAI_API_KEY: 'sk-secret' },
  check: azureCheck,
});

export const mistralProvider = chat(mistral as LlmPlugin, { MISTRAL_API_KEY: 'sk-secret' });

export const geminiProvider = configured({
  ...google,
  name: 'gemini',
  plugin: gemini as LlmPlugin,
  model: 'gemini-test',
  at: '/v1beta',
  env: { GEMINI_API_KEY: 'sk-secret' },
  check: generateCheck('/v1beta/models/gemini-test', ['x-goog-api-key', 'sk-secret']),
});

/** With the tokens of a host: those of the machine are asked for at an address of Google's own. */
export const vertexProvider = configured({
  ...google,
  name: 'vertex',
  plugin: withToken(vertex as LlmPlugin, hostToken),
  model: 'vertex-test',
  at: '/v1',
  env: { GOOGLE_CLOUD_PROJECT: 'project-1', GOOGLE_CLOUD_LOCATION: 'europe-west4' },
  check: generateCheck('/v1/projects/project-1/locations/europe-west4/publishers/google/models/vertex-test', [
    'authorization',
    'Bearer sk-secret',
  ]),
});

const bedrockError = (code: string, secret: string) => ({ message: `Problem with ${secret}`, __type: code });

export const bedrockProvider = configured({
  name: 'bedrock',
  reply: converseReply,
  cutOff: converseReply(partial, 'max_tokens'),
  refusals: { 'a filter': converseReply('', 'content_filtered'), 'a guardrail': converseReply(partial, 'guardrail_intervened') },
  errorBody: bedrockError,
  plugin: bedrock as LlmPlugin,
  model: 'bedrock-test',
  at: '',
  env: { AWS_BEARER_TOKEN_BEDROCK: 'sk-secret', AWS_REGION: 'eu-central-1' },
  check: converseCheck(/^Bearer sk-secret$/),
});

/** All providers that are shipped beside OpenAI and Anthropic. */
export const providers: readonly ConfiguredProvider[] = [
  azureProvider,
  bedrockProvider,
  geminiProvider,
  vertexProvider,
  mistralProvider,
  ollamaProvider,
  chat(vllm as LlmPlugin, {}),
  chat(llamaCpp as LlmPlugin, {}),
  chat(litellm as LlmPlugin, { LITELLM_API_KEY: 'sk-secret' }),
  chat(openrouter as LlmPlugin, { OPENROUTER_API_KEY: 'sk-secret' }, '/api/v1'),
];
