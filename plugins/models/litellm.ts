import { compatible } from './openai/compatible.js';
import { openAiDialect, strictForms } from './openai/options.js';

/**
 * Reads with any model behind a LiteLLM proxy, by the name that it has there. Proxies refuse members that the model's own provider does not
 * know. Source: https://docs.litellm.ai/docs/completion/input
 */
export default compatible({
  name: 'litellm',
  defaults: { base_url: 'http://127.0.0.1:4000/v1', pdf: 'native' },
  secret: 'LITELLM_API_KEY',
  keyIsOptional: true,
  forms: strictForms,
  limitParameter: 'max_tokens',
  dialect: { ...openAiDialect, store: false },
});
