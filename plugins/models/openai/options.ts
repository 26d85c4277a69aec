import type { OptionsOf } from '../../../core/index.js';
import { llmOptions } from '../llm/llm-options.js';
import type { ProviderReply, ProviderRequest } from '../llm/provider.js';

export const vendorUrl = 'https://api.openai.com/v1';

export const openAiOptions = {
  type: 'object',
  additionalProperties: false,
  required: ['model'],
  properties: {
    ...llmOptions,
    base_url: { type: 'string', default: vendorUrl, description: 'The address of an API that speaks as OpenAI does, with its /v1' },
    api: {
      type: 'string',
      enum: ['responses', 'chat'],
      default: 'responses',
      description: 'Which of the two APIs; chat is what most servers have',
    },
    structured: {
      type: 'string',
      enum: ['strict', 'schema', 'json_object', 'prompt'],
      default: 'strict',
      description: 'How the server can be held to a schema: strictly, by schema, to any JSON, or by words alone',
    },
    reasoning_effort: {
      type: 'string',
      enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
      description: 'The model’s own default when absent',
    },
    detail: { type: 'string', enum: ['auto', 'low', 'high'], description: 'How closely the pages of a PDF are looked at; responses only' },
    limit_parameter: {
      type: 'string',
      enum: ['max_completion_tokens', 'max_tokens'],
      default: 'max_completion_tokens',
      description: 'What the server calls the token limit; chat only',
    },
    prompt_cache: {
      type: 'boolean',
      default: false,
      description: 'Whether OpenAI may cache prompts, which costs more to write; a document is read once',
    },
  },
} as const;

export type OpenAiOptions = OptionsOf<typeof openAiOptions>;

export type SendToOpenAi = (request: ProviderRequest, signal: AbortSignal) => Promise<ProviderReply>;

/** The API demands a file name. The document's own would tell the provider more than it needs. */
export const filename = 'document.pdf';

export const dataUrl = (base64: string): string => `data:application/pdf;base64,${base64}`;
