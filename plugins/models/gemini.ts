import { definePlugin } from '../../core/index.js';
import { throughGenerate } from './gemini/generate.js';
import { geminiForms, geminiOptions } from './gemini/options.js';
import { llmReader } from './llm/reader.js';
import { authorization } from './llm/request/authorization.js';
import { checkedAddress, providerFetch } from './llm/request/connection.js';
import { answered } from './llm/request/post.js';
import { readerSettings } from './llm/settings-of.js';

/**
 * Reads with a Gemini model through Google's Gemini API. A PDF is sent unchanged. It needs no SDK: Google's own follows redirects and cannot
 * be given another way to send. Source: https://ai.google.dev/api/generate-content
 */
export default definePlugin({
  kind: 'model',
  name: 'gemini',
  argument: 'model',
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['model'],
    properties: {
      ...geminiOptions,
      base_url: {
        type: 'string',
        default: 'https://generativelanguage.googleapis.com/v1beta',
        description: 'The address of the API, with its version',
      },
    },
  },
  create(settings, context) {
    const label = `gemini:${settings.model}`;
    const headers = authorization(context, {
      ...settings,
      plugin: 'gemini',
      label,
      secret: 'GEMINI_API_KEY',
      keyHeader: 'x-goog-api-key',
    });
    const address = `${checkedAddress('gemini', settings.base_url)}/models/${encodeURIComponent(settings.model)}`;
    const fetch = providerFetch(headers);
    const send = throughGenerate({ label, address: async () => address, fetch }, settings);
    const reach = (signal: AbortSignal) => answered(fetch(address, { signal }));
    return llmReader({ label, send, reach, showsPictures: true }, readerSettings(settings, geminiForms), context);
  },
});
