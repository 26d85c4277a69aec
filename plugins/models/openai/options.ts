import type { OptionsOf } from '../../../core/index.js';
import type { AnswerForms } from '../llm/learned/answer-form.js';
import { llmOptions } from '../llm/llm-options.js';
import type { Provider } from '../llm/provider.js';

export const vendorUrl = 'https://api.openai.com/v1';

/** How OpenAI and its like hold answers to their form. */
export const strictForms: AnswerForms = ['strict', 'json_object', 'prompt'];

/** What all servers that speak as OpenAI does can be told. */
export const compatibleOptions = {
  ...llmOptions,
  base_url: { type: 'string', default: vendorUrl, description: 'The address of an API that speaks as OpenAI does, with its /v1' },
  structured: {
    type: 'string',
    enum: ['auto', 'strict', 'schema', 'json_object', 'prompt'],
    default: 'auto',
    description:
      'How the server holds answers to their form: strictly, by schema, to any JSON, or by words alone; auto finds out what it takes',
  },
  reasoning_effort: {
    type: 'string',
    enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    description: 'The model’s own default when absent',
  },
} as const;

const limitParameter = {
  type: 'string',
  enum: ['max_completion_tokens', 'max_tokens'],
  default: 'max_completion_tokens',
  description: 'What the server calls the token limit; chat only',
} as const;

export const detail = {
  type: 'string',
  enum: ['auto', 'low', 'high'],
  description: 'How closely the pages of a PDF are looked at; responses only',
} as const;

export const api = {
  type: 'string',
  enum: ['responses', 'chat'],
  default: 'responses',
  description: 'Which of the two APIs; chat is what most servers have',
} as const;

export const openAiOptions = {
  type: 'object',
  additionalProperties: false,
  required: ['model'],
  properties: {
    ...compatibleOptions,
    api,
    detail,
    limit_parameter: limitParameter,
    prompt_cache: {
      type: 'boolean',
      default: false,
      description: 'Whether OpenAI may cache prompts, which costs more to write; a document is read once',
    },
  },
} as const;

export type OpenAiOptions = OptionsOf<typeof openAiOptions>;

/** What a request through the Chat Completions API depends on. */
export type ChatSettings = Pick<OpenAiOptions, 'model' | 'limit_parameter' | 'stream' | 'reasoning_effort'>;

/** What a request through the Responses API depends on. */
export type ResponsesSettings = Pick<OpenAiOptions, 'model' | 'stream' | 'reasoning_effort' | 'detail' | 'base_url'> &
  Partial<Pick<OpenAiOptions, 'prompt_cache'>>;

export type SendToOpenAi = Provider['send'];

/** The API demands a file name. The document's own would tell the provider more than it needs. */
export const filename = 'document.pdf';

export const dataUrl = (base64: string, mediaType = 'application/pdf'): string => `data:${mediaType};base64,${base64}`;
