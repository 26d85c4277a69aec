import { compatible, localServer } from './openai/compatible.js';

/** Reads with the model of llama.cpp's server. It takes no PDF, so the model is shown the text of the pages. Source: https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
export default compatible({
  ...localServer,
  name: 'llama-cpp',
  defaults: { ...localServer.defaults, base_url: 'http://127.0.0.1:8080/v1', windows_at_once: 1 },
  secret: 'LLAMA_API_KEY',
  anyName: true,
});
