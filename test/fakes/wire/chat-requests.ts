import { anyOf, count, flag, listOf, members, oneOf, pdfUrl, pictureUrl, type Schema, text } from './members.js';

/** What the servers that speak the Chat Completions API say of a request, each in its own published description, as far as it concerns ours. */

const textPart = members({ type: oneOf('text'), text });
const picturePart = members({ type: oneOf('image_url'), image_url: members({ url: pictureUrl, 'detail?': oneOf('auto', 'low', 'high') }) });
const filePart = members({ type: oneOf('file'), file: members({ filename: text, file_data: pdfUrl }) });

const messages = (parts: readonly Schema[], mostPictures = 1_000): Schema =>
  listOf(
    anyOf(
      members({ role: oneOf('system'), content: text }),
      members({ role: oneOf('assistant'), content: text }),
      members({ role: oneOf('user'), content: anyOf(text, { ...listOf(anyOf(...parts)), ...atMost(mostPictures) }) }),
    ),
  );

const atMost = (pictures: number): Schema => ({
  contains: { type: 'object', properties: { type: { const: 'image_url' } } },
  minContains: 0,
  maxContains: pictures,
});

const format = (strictIsKnown: boolean): Schema =>
  anyOf(
    members({ type: oneOf('text', 'json_object') }),
    members({
      type: oneOf('json_schema'),
      json_schema: members({
        name: { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,64}$' },
        schema: { type: 'object' },
        ...(strictIsKnown && { 'strict?': flag }),
      }),
    }),
  );

const effort = oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max');
const streaming = { 'stream?': flag, 'stream_options?': members({ include_usage: flag }) };

/** By the name of the plugin. */
export const chatRequests: Readonly<Record<string, Schema>> = {
  /**
   * https://docs.mistral.ai/openapi.yaml, ChatCompletionRequest: additional members are forbidden, and neither `store` nor `stream_options`
   * is one. Of pictures, https://docs.mistral.ai/capabilities/vision names eight.
   */
  mistral: members({
    model: text,
    messages: messages([textPart, picturePart, members({ type: oneOf('document_url'), document_url: pdfUrl, 'document_name?': text })], 8),
    max_tokens: count,
    'response_format?': format(true),
    'stream?': flag,
    'reasoning_effort?': oneOf('none', 'low', 'medium', 'high'),
  }),
  /** https://docs.ollama.com/api/openai-compatibility, "Supported request fields". */
  ollama: members({
    model: text,
    messages: messages([textPart, picturePart]),
    max_tokens: count,
    'response_format?': format(true),
    ...streaming,
    'reasoning_effort?': effort,
  }),
  /** https://github.com/vllm-project/vllm, entrypoints/openai/chat_completion/protocol.py, ChatCompletionRequest. */
  vllm: members({
    model: text,
    messages: messages([textPart, picturePart]),
    max_completion_tokens: count,
    'response_format?': format(true),
    ...streaming,
    'reasoning_effort?': effort,
  }),
  /** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md; a part of another type is a 400. */
  'llama-cpp': members({
    model: text,
    messages: messages([textPart, picturePart]),
    max_tokens: count,
    'response_format?': format(true),
    ...streaming,
    'reasoning_effort?': effort,
  }),
  /** https://docs.litellm.ai/docs/completion/input and https://docs.litellm.ai/docs/completion/document_understanding. */
  litellm: members({
    model: text,
    messages: messages([textPart, picturePart, filePart]),
    max_tokens: count,
    'response_format?': format(true),
    ...streaming,
    'reasoning_effort?': effort,
  }),
  /**
   * https://openrouter.ai/openapi.json, ChatRequest. That a schema is honoured, that no document is kept and that a PDF stays one must be
   * asked for, so here they are required.
   */
  openrouter: members({
    model: text,
    messages: messages([textPart, picturePart, filePart]),
    max_tokens: count,
    'response_format?': format(true),
    ...streaming,
    'reasoning_effort?': effort,
    provider: members({ require_parameters: { const: true }, data_collection: { const: 'deny' } }),
    plugins: listOf(members({ id: oneOf('file-parser'), pdf: members({ engine: { const: 'native' } }) })),
  }),
};
