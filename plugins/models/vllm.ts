import { compatible, localServer } from './openai/compatible.js';

/** Reads with a model in vLLM. It takes no PDF, so the model is shown the text of the pages. Source: https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
export default compatible({
  ...localServer,
  name: 'vllm',
  defaults: { ...localServer.defaults, base_url: 'http://127.0.0.1:8000/v1', windows_at_once: 8 },
  secret: 'VLLM_API_KEY',
  limitParameter: 'max_completion_tokens',
});
