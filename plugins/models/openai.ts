import OpenAI from 'openai';
import { definePlugin, type OptionsOf } from '../../core/index.js';
import { llmOptions } from './llm/llm-options.js';
import { cellSchema } from './llm/prompt/cell-schema.js';
import { repairMessages } from './llm/prompt/repair-messages.js';
import type { Provider, ProviderReply, ProviderRequest } from './llm/provider.js';
import { llmReader } from './llm/reader.js';
import { chatAnswer } from './llm/reply/chat-answer.js';
import { responsesAnswer } from './llm/reply/responses-answer.js';
import { endpoint } from './llm/request/endpoint.js';
import { providerFetch } from './llm/request/provider-fetch.js';

const vendorUrl = 'https://api.openai.com/v1';

const options = {
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

type Options = OptionsOf<typeof options>;
type Send = (turn: ProviderRequest, signal: AbortSignal) => Promise<ProviderReply>;

/** Reads with a model of OpenAI, or of any server that speaks as it does. A PDF is sent as it is; answers are not stored by the provider. */
export default definePlugin({
  kind: 'model',
  name: 'openai',
  argument: 'model',
  options,
  create(settings, context) {
    const label = `openai:${settings.model}`;
    const client = clientOf(settings, settings.api_key ?? context.secret('OPENAI_API_KEY'));
    const send: Send = settings.api === 'chat' ? throughChat(client, settings, label) : throughResponses(client, settings, label);
    const reach = (signal: AbortSignal) => client.models.retrieve(settings.model, { signal });
    return llmReader({ label, send, reach } satisfies Provider, {
      pdf: settings.pdf,
      schemaIsEnforced: settings.structured === 'strict' || settings.structured === 'schema',
      maxOutputTokens: settings.max_output_tokens,
      timeoutMs: settings.timeout_ms,
    });
  },
});

/** Every option is set, so that the SDK takes none from the environment. */
function clientOf(settings: Options, key: string): OpenAI {
  const { baseUrl, apiKey } = endpoint('openai', settings.base_url, key);
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // The reader's own signal ends a call first, and says so.
    timeout: settings.timeout_ms + 1_000,
    maxRetries: 0,
    logLevel: 'off',
    fetch: providerFetch({
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'vouch',
    }),
    fetchOptions: { redirect: 'error' },
  });
}

const throughResponses =
  (client: OpenAI, settings: Options, label: string): Send =>
  async (turn, signal) =>
    responsesAnswer(await client.responses.create(responsesBody(turn, settings), { signal }), label);

function responsesBody(turn: ProviderRequest, settings: Options): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  const format = responsesFormat(settings.structured);
  return {
    model: settings.model,
    store: false,
    instructions: turn.rules,
    input: [
      { role: 'user', content: [responsesDocument(turn, settings), { type: 'input_text', text: turn.fields }] },
      ...repairMessages(turn),
    ],
    max_output_tokens: turn.limit,
    ...(format ? { text: { format } } : {}),
    ...(settings.reasoning_effort ? { reasoning: { effort: settings.reasoning_effort } } : {}),
    ...(settings.base_url === vendorUrl && !settings.prompt_cache ? { prompt_cache_options: { mode: 'explicit' } } : {}),
  };
}

const responsesDocument = ({ content }: ProviderRequest, { detail }: Options): OpenAI.Responses.ResponseInputContent =>
  content.kind === 'pdf'
    ? { type: 'input_file', filename, file_data: dataUrl(content.base64), ...(detail ? { detail } : {}) }
    : { type: 'input_text', text: content.text };

function responsesFormat(structured: Options['structured']): OpenAI.Responses.ResponseFormatTextConfig | undefined {
  if (structured === 'prompt') return undefined;
  if (structured === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', name: 'reading', schema: cellSchema, strict: structured === 'strict' };
}

const throughChat =
  (client: OpenAI, settings: Options, label: string): Send =>
  async (turn, signal) =>
    chatAnswer(await client.chat.completions.create(chatBody(turn, settings), { signal }), label);

function chatBody(turn: ProviderRequest, settings: Options): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming {
  const format = chatFormat(settings.structured);
  return {
    model: settings.model,
    store: false,
    messages: [
      { role: 'system', content: turn.rules },
      { role: 'user', content: [chatDocument(turn), { type: 'text', text: turn.fields }] },
      ...repairMessages(turn),
    ],
    [settings.limit_parameter]: turn.limit,
    ...(format ? { response_format: format } : {}),
    ...(settings.reasoning_effort ? { reasoning_effort: settings.reasoning_effort } : {}),
  };
}

const chatDocument = ({ content }: ProviderRequest): OpenAI.Chat.ChatCompletionContentPart =>
  content.kind === 'pdf' ? { type: 'file', file: { filename, file_data: dataUrl(content.base64) } } : { type: 'text', text: content.text };

function chatFormat(structured: Options['structured']): OpenAI.Chat.ChatCompletionCreateParams['response_format'] {
  if (structured === 'prompt') return undefined;
  if (structured === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'reading', schema: cellSchema, strict: structured === 'strict' } };
}

/** A provider demands a name; the document's own says more than it needs to know. */
const filename = 'document.pdf';

const dataUrl = (base64: string): string => `data:application/pdf;base64,${base64}`;
