import OpenAI from 'openai';
import type { OptionsOf } from '../../../core/index.js';
import { checkedAddress, providerFetch, type RequestHeaders } from '../llm/connection.js';
import { llmOptions } from '../llm/options.js';
import type { AnswerForms } from '../llm/provider.js';

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

/** The API demands a file name. The document's own would tell the provider more than it needs. */
export const filename = 'document.pdf';

export const dataUrl = (base64: string, mediaType = 'application/pdf'): string => `data:${mediaType};base64,${base64}`;

interface ClientTerms {
  readonly plugin: string;
  readonly base_url: string;
  readonly timeout_ms: number;
}

/** The SDK's client with every option set, so that it reads none from the environment. Its own headers are replaced by ours. */
export const openAiClient = ({ plugin, base_url, timeout_ms }: ClientTerms, headers: RequestHeaders): OpenAI =>
  new OpenAI({
    apiKey: 'in the headers',
    baseURL: checkedAddress(plugin, base_url),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The reader's own signal ends a call first, and its error says so.
    timeout: timeout_ms + 1_000,
    maxRetries: 0,
    logLevel: 'off',
    fetch: providerFetch(headers),
    fetchOptions: { redirect: 'error' },
  });

/** In what a server that speaks the Chat Completions API differs from OpenAI. Members that it does not know make some servers refuse a request. */
export interface ChatDialect {
  /** Whether the server knows `store`, and is told not to keep answers. */
  readonly store: boolean;
  /** Whether the server has to be asked for the tokens of a streamed answer; others count them anyway. */
  readonly streamUsage: boolean;
  /** Whether an answer that fills the context ends by the word for one that reached its limit, with all of its tokens counted. */
  readonly endsEarly?: boolean;
  pdfPart(base64: string): object;
  /** Members of every request besides. */
  readonly extra?: object;
}

export type ChatPart = OpenAI.Chat.ChatCompletionContentPart;

export const openAiDialect: ChatDialect = {
  store: true,
  streamUsage: true,
  pdfPart: (base64) => ({ type: 'file', file: { filename, file_data: dataUrl(base64) } }),
};
