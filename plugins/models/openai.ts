import OpenAI from 'openai';
import { definePlugin } from '../../core/index.js';
import { sizeOf } from './llm/model-size.js';
import type { Provider } from './llm/provider.js';
import { llmReader } from './llm/reader.js';
import { endpoint, providerFetch } from './llm/request/connection.js';
import { throughChat } from './openai/chat.js';
import { type OpenAiOptions, openAiOptions, type SendToOpenAi } from './openai/options.js';
import { throughResponses } from './openai/responses.js';

/**
 * Reads with a model of OpenAI, or of any server with a compatible API. A PDF is sent unchanged; the provider is asked not to store
 * answers.
 */
export default definePlugin({
  kind: 'model',
  name: 'openai',
  argument: 'model',
  options: openAiOptions,
  create(settings, context) {
    const label = `openai:${settings.model}`;
    const client = clientOf(settings, settings.api_key ?? context.secret('OPENAI_API_KEY'));
    const send: SendToOpenAi = settings.api === 'chat' ? throughChat(client, settings, label) : throughResponses(client, settings, label);
    const reach = (signal: AbortSignal) => client.models.retrieve(settings.model, { signal });
    return llmReader({ label, send, reach } satisfies Provider, {
      pdf: settings.pdf,
      schemaIsEnforced: settings.structured === 'strict' || settings.structured === 'schema',
      maxOutputTokens: settings.max_output_tokens,
      timeoutMs: settings.timeout_ms,
      size: settings.size ?? sizeOf(settings.model),
    });
  },
});

/** Sets every option, so that the SDK reads none from the environment. */
function clientOf(settings: OpenAiOptions, key: string): OpenAI {
  const { baseUrl, apiKey } = endpoint('openai', settings.base_url, key);
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The reader's own signal ends a call first, and its error says so.
    timeout: settings.timeout_ms + 1_000,
    maxRetries: 0,
    logLevel: 'off',
    fetch: providerFetch({
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'vouch',
    }),
    fetchOptions: { redirect: 'error' },
  });
}
