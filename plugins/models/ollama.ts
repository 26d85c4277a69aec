import { compatible, localServer } from './openai/compatible.js';

/** Reads with a model in Ollama. It takes no PDF, so the model is shown the text of the pages. Source: https://docs.ollama.com/api/openai-compatibility */
export default compatible({
  ...localServer,
  name: 'ollama',
  defaults: { ...localServer.defaults, base_url: 'http://127.0.0.1:11434/v1', windows_at_once: 1 },
  cutsSilently: true,
});
