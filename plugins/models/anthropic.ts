import Anthropic from '@anthropic-ai/sdk';
import { at, definePlugin, listAt, type OptionsOf, textAt } from '../../core/index.js';
import { type Assembly, answeredBody, textAnswer, type UsageNames, usageOf } from './llm/answer.js';
import { authorization } from './llm/authorization.js';
import { checkedAddress, providerFetch, type RequestHeaders } from './llm/connection.js';
import { pictureHeading } from './llm/content.js';
import { misshapen, refusal, reported, unfinished } from './llm/failure.js';
import { llmOptions, readerSettings } from './llm/options.js';
import { answerSchema } from './llm/prompt.js';
import type { Provider, ProviderReply, ProviderRequest } from './llm/provider.js';
import { llmReader } from './llm/reader.js';
import { contextFull } from './llm/refused.js';
import { repairMessages } from './llm/repair.js';

const options = {
  type: 'object',
  additionalProperties: false,
  required: ['model'],
  properties: {
    ...llmOptions,
    base_url: { type: 'string', default: 'https://api.anthropic.com', description: 'The address of the API, without /v1' },
    structured: {
      type: 'string',
      enum: ['auto', 'schema', 'prompt'],
      default: 'auto',
      description: 'Whether the API holds the model to the schema, or words alone do; auto finds out whether the model can be held',
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
    const fixed = { 'anthropic-version': apiVersion };
    const headers = authorization(context, { ...settings, plugin: 'anthropic', label, secret: 'ANTHROPIC_API_KEY', fixed });
    const client = clientOf(settings, headers);
    const send: Provider['send'] = async (request, signal, onText) => {
      const response = await client.messages.create(messageBody(request, settings), { signal }).asResponse();
      return messageAnswer(await answeredBody(response, messageStream(label), { label, onText }), label);
    };
    const reach = (signal: AbortSignal) => client.models.retrieve(settings.model, {}, { signal });
    return llmReader({ label, send, reach, showsPictures: true }, readerSettings(settings, ['schema', 'prompt']), context);
  },
});

/** Sets every option, so that the SDK reads none from the environment. With a key it does not search for a profile on disk either. */
function clientOf(settings: AnthropicOptions, headers: RequestHeaders): Anthropic {
  return new Anthropic({
    apiKey: 'in the headers',
    baseURL: checkedAddress('anthropic', settings.base_url),
    webhookKey: null,
    // The reader's own signal ends a call first, and its error says so. Without a timeout the SDK refuses limits above 21,333 tokens.
    timeout: settings.timeout_ms + 1_000,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: providerFetch(headers),
    fetchOptions: { redirect: 'error' },
  });
}

function messageBody(request: ProviderRequest, settings: AnthropicOptions): Anthropic.MessageCreateParams {
  const output = outputConfig(request, settings);
  const content: Anthropic.ContentBlockParam[] = [
    { type: 'document', source: sourceOf(request) },
    ...pictures(request),
    { type: 'text', text: request.fields },
  ];
  return {
    model: settings.model,
    max_tokens: request.limit,
    // The same for every document: the one part that the provider's prompt cache can keep.
    system: [{ type: 'text', text: request.rules, cache_control: { type: 'ephemeral' } }],
    messages: [{ role: 'user', content }, ...repairMessages(request)],
    ...(output ? { output_config: output } : {}),
    ...(settings.stream ? { stream: true } : {}),
  };
}

const sourceOf = ({ content }: ProviderRequest): Anthropic.DocumentBlockParam['source'] =>
  content.kind === 'pdf'
    ? { type: 'base64', media_type: 'application/pdf', data: content.base64 }
    : { type: 'text', media_type: 'text/plain', data: content.text };

const pictures = ({ content }: ProviderRequest): readonly Anthropic.ContentBlockParam[] =>
  content.kind === 'pdf'
    ? []
    : (content.pictures ?? []).flatMap(({ page, mediaType, base64 }): readonly Anthropic.ContentBlockParam[] => [
        { type: 'text', text: pictureHeading(page) },
        { type: 'image', source: { type: 'base64', media_type: mediaType, data: base64 } },
      ]);

function outputConfig({ form }: ProviderRequest, { effort }: AnthropicOptions): Anthropic.OutputConfig | undefined {
  if (form === 'prompt' && !effort) return undefined;
  return { ...(form === 'schema' ? { format: { type: 'json_schema', schema: answerSchema } } : {}), ...(effort ? { effort } : {}) };
}

/** Anthropic counts what its prompt cache took part in beside the input. */
const usageNames: UsageNames = {
  input: 'input_tokens',
  output: 'output_tokens',
  cached: ['cache_read_input_tokens'],
  written: ['cache_creation_input_tokens'],
  apart: true,
};

/** The body is not trusted, because the SDK passes on anything that came with status 200, such as a proxy's page as a string. */
function messageAnswer(message: unknown, label: string): ProviderReply {
  if (!Array.isArray(at(message, 'content'))) throw misshapen(label, 'the body has no content');
  const usage = usageOf(message, usageNames);
  const reason = textAt(message, 'stop_reason') ?? 'none';
  if (reason === 'refusal') throw refusal(label, textAt(message, 'stop_details', 'category') ?? reason, usage);
  if (reason === 'model_context_window_exceeded') throw contextFull(label, reason, usage);
  if (reason === 'max_tokens') return { kind: 'cut', usage };
  if (reason !== 'end_turn' && reason !== 'stop_sequence') throw unfinished(label, reason, { worked: true, usage });
  // Thinking parts may come before the text.
  const parts = listAt(message, 'content').filter((part) => at(part, 'type') === 'text');
  return textAnswer(parts.map((part) => textAt(part, 'text') ?? '').join(''), label, usage);
}

function messageStream(label: string): Assembly {
  const texts: string[] = [];
  let usage = {};
  let ending: unknown;
  return {
    add(event) {
      const type = textAt(event, 'type');
      if (type === 'error')
        throw reported(label, { code: textAt(event, 'error', 'type') ?? 'error', begun: texts.length > 0, error: event });
      usage = { ...usage, ...stated(at(event, 'message', 'usage')), ...stated(at(event, 'usage')) };
      if (type === 'message_delta') ending = at(event, 'delta');
      if (type !== 'content_block_delta') return undefined;
      const text = textAt(event, 'delta', 'text');
      if (text) texts.push(text);
      return text ?? '';
    },
    body: () => (ending ? { ...Object(ending), content: [{ type: 'text', text: texts.join('') }], usage } : undefined),
  };
}

/** The last event counts only some tokens; what it does not count is null. */
const stated = (counts: unknown): object => Object.fromEntries(Object.entries(Object(counts)).filter(([, count]) => count !== null));
