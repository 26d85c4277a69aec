import { compatible } from './openai/compatible.js';
import { openAiDialect, strictForms } from './openai/options.js';

/**
 * Reads with a model behind OpenRouter. Only providers are asked that hold the model to the schema and keep no document, and a PDF goes to
 * models that take one: OpenRouter would else make a text of it without saying so.
 * Source: https://openrouter.ai/docs/guides/routing/provider-selection and https://openrouter.ai/docs/features/multimodal/pdfs
 */
export default compatible({
  name: 'openrouter',
  defaults: { base_url: 'https://openrouter.ai/api/v1', pdf: 'native' },
  secret: 'OPENROUTER_API_KEY',
  keyPath: '/key',
  forms: strictForms,
  limitParameter: 'max_tokens',
  dialect: {
    ...openAiDialect,
    store: false,
    extra: {
      provider: { require_parameters: true, data_collection: 'deny' },
      plugins: [{ id: 'file-parser', pdf: { engine: 'native' } }],
    },
  },
});
