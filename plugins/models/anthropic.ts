import Anthropic from '@anthropic-ai/sdk';
import { definePlugin, type OptionsOf } from '../../core/index.js';
import { llmOptions } from './llm/llm-options.js';
import { sizeOf } from './llm/model-size.js';
import { answerSchema } from './llm/prompt/answer-schema.js';
import { repairMessages } from './llm/prompt/repair.js';
import type { ProviderReply, ProviderRequest } from './llm/provider.js';
import { llmReader } from './llm/reader.js';
import { at, listAt, textAt } from './llm/reply/at.js';
import { textAnswer, usageOf } from './llm/reply/text-answer.js';
import { endpoint, providerFetch } from './llm/request/connection.js';
import { misshapen, refusal, unfinished } from './llm/request/failure.js';

const options = {
  type: 'object',
  additionalProperties: false,
  required: ['model'],
  properties: {
    ...llmOptions,
    base_url: { type: 'string', default: 'https://api.anthropic.com', description: 'The address of the API, without /v1' },
    structured: {
      type: 'string',
      enum: ['schema', 'prompt'],
      default: 'schema',
      description: 'Whether the API holds the model to the schema, or words alone do',
    },
    effort: { type: 'string', enum: ['low', 'medium', 'high', 'xhigh', 'max'], description: 'The model’s own default when absent' },
  },
} as const;

type AnthropicOptions = OptionsOf<typeof options>;

/** The API version that the pinned SDK supports. */
const apiVersion = '2026-10-21';

/** Reads with a Claude model. A PDF is sent unchanged. */
export default definePlugin({
  kind: 'model',
  name: 'anthropic',
  argument: 'model',
  options,
  create(settings, context) {
    const label = `anthropic:${settings.model}`;
    const client = clientOf(settings, settings.api_key ?? context.secret('ANTHROPIC_API_KEY'));
    const send = async (request: ProviderRequest, signal: AbortSignal): Promise<ProviderReply> =>
      messageAnswer(await client.messages.create(messageBody(request, settings), { signal }), label);
    const reach = (signal: AbortSignal) => client.models.retrieve(settings.model, {}, { signal });
    return llmReader(
      { label, send, reach },
      {
        pdf: settings.pdf,
        schemaIsEnforced: settings.structured === 'schema',
        maxOutputTokens: settings.max_output_tokens,
        timeoutMs: settings.timeout_ms,
        size: settings.size ?? sizeOf(settings.model),
      },
    );
  },
});

/** Sets every option, so that the SDK reads none from the environment. With a key it does not search for a profile on disk either. */
function clientOf(settings: AnthropicOptions, key: string): Anthropic {
  const { baseUrl, apiKey } = endpoint('anthropic', settings.base_url, key);
  return new Anthropic({
    apiKey,
    baseURL: baseUrl,
    webhookKey: null,
    // The reader's own signal ends a call first, and its error says so. Without a timeout the SDK refuses limits above 21,333 tokens.
    timeout: settings.timeout_ms + 1_000,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: providerFetch({
      authorization: `Bearer ${apiKey}`,
      'anthropic-version': apiVersion,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'vouch',
    }),
    fetchOptions: { redirect: 'error' },
  });
}

function messageBody(request: ProviderRequest, settings: AnthropicOptions): Anthropic.MessageCreateParamsNonStreaming {
  const output = outputConfig(settings);
  const content: Anthropic.ContentBlockParam[] = [
    { type: 'document', source: sourceOf(request) },
    { type: 'text', text: request.fields },
  ];
  return {
    model: settings.model,
    max_tokens: request.limit,
    // The same for every document: the one part that the provider's prompt cache can keep.
    system: [{ type: 'text', text: request.rules, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content }, ...repairMessages(request)],
    ...(output ? { output_config: output } : {}),
  };
}

const sourceOf = ({ content }: ProviderRequest): Anthropic.DocumentBlockParam['source'] =>
  content.kind === 'pdf'
    ? { type: 'base64', media_type: 'application/pdf', data: content.base64 }
    : { type: 'text', media_type: 'text/plain', data: content.text };

function outputConfig({ structured, effort }: AnthropicOptions): Anthropic.OutputConfig | undefined {
  if (structured === 'prompt' && !effort) return undefined;
  return { ...(structured === 'schema' ? { format: { type: 'json_schema', schema: answerSchema } } : {}), ...(effort ? { effort } : {}) };
}

/** The body is not trusted, because the SDK passes on anything that came with status 200, such as a proxy's page as a string. */
function messageAnswer(message: unknown, label: string): ProviderReply {
  if (!Array.isArray(at(message, 'content'))) throw misshapen(label, 'the body has no content');
  const usage = usageOf(message, 'input_tokens', 'output_tokens');
  const reason = textAt(message, 'stop_reason') ?? 'none';
  if (reason === 'refusal') throw refusal(label, textAt(message, 'stop_details', 'category') ?? reason);
  if (reason === 'max_tokens') return { kind: 'cut', usage };
  if (reason !== 'end_turn' && reason !== 'stop_sequence') throw unfinished(label, reason, { worked: true });
  // Thinking parts may come before the text.
  const parts = listAt(message, 'content').filter((part) => at(part, 'type') === 'text');
  return textAnswer(parts.map((part) => textAt(part, 'text') ?? '').join(''), label, usage);
}
