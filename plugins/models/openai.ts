import { definePlugin } from '../../core/index.js';
import { authorization } from './llm/authorization.js';
import { readerSettings } from './llm/options.js';
import { llmReader } from './llm/reader.js';
import { throughChat } from './openai/chat.js';
import { openAiClient, openAiOptions, strictForms } from './openai/options.js';
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
    const headers = authorization(context, { ...settings, plugin: 'openai', label, secret: 'OPENAI_API_KEY' });
    const client = openAiClient({ ...settings, plugin: 'openai' }, headers);
    const send = settings.api === 'chat' ? throughChat(client, settings, label) : throughResponses(client, settings, label);
    const reach = (signal: AbortSignal) => client.models.retrieve(settings.model, { signal });
    return llmReader({ label, send, reach, showsPictures: true }, readerSettings(settings, strictForms), context);
  },
});
