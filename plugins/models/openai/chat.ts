import type OpenAI from 'openai';
import { at, listAt, textAt } from '../../../core/index.js';
import { type Assembly, answeredBody, textAnswer, type UsageNames, usageOf } from '../llm/answer.js';
import { contentParts } from '../llm/content.js';
import { misshapen, refusal, reported, unfinished } from '../llm/failure.js';
import { answerSchema } from '../llm/prompt.js';
import type { AnswerForm, Provider, ProviderReply, ProviderRequest } from '../llm/provider.js';
import { repairMessages } from '../llm/repair.js';
import { type ChatDialect, type ChatPart, type ChatSettings, dataUrl, openAiDialect } from './options.js';

/** Sends requests through the Chat Completions API, which most compatible servers offer. */
export const throughChat =
  (client: OpenAI, settings: ChatSettings & { readonly dialect?: ChatDialect }, label: string): Provider['send'] =>
  async (request, signal, onText) => {
    const response = await client.chat.completions
      .create(chatBody(request, settings, settings.dialect ?? openAiDialect), { signal })
      .asResponse();
    const reply = chatAnswer(await answeredBody(response, chatStream(label), { label, onText }), label);
    return settings.dialect?.endsEarly ? withEnd(reply, request.limit) : reply;
  };

function chatBody(request: ProviderRequest, settings: ChatSettings, dialect: ChatDialect): OpenAI.Chat.ChatCompletionCreateParams {
  const format = chatFormat(request.form);
  return {
    model: settings.model,
    ...(dialect.store ? { store: false } : {}),
    messages: [
      { role: 'system', content: request.rules },
      { role: 'user', content: [...chatDocument(request, dialect), { type: 'text', text: request.fields }] },
      ...repairMessages(request),
    ],
    [settings.limit_parameter]: request.limit,
    ...(format ? { response_format: format } : {}),
    ...(settings.reasoning_effort ? { reasoning_effort: settings.reasoning_effort } : {}),
    ...(settings.stream ? { stream: true, ...(dialect.streamUsage ? { stream_options: { include_usage: true } } : {}) } : {}),
    ...dialect.extra,
  };
}

const chatDocument = ({ content }: ProviderRequest, dialect: ChatDialect): readonly ChatPart[] =>
  contentParts<ChatPart>(content, {
    pdf: (base64) => dialect.pdfPart(base64) as ChatPart,
    text: (text) => ({ type: 'text', text }),
    picture: ({ mediaType, base64 }) => ({ type: 'image_url', image_url: { url: dataUrl(base64, mediaType) } }),
  });

function chatFormat(form: AnswerForm): OpenAI.Chat.ChatCompletionCreateParams['response_format'] {
  if (form === 'prompt') return undefined;
  if (form === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'reading', schema: answerSchema, strict: form === 'strict' } };
}

const usageNames: UsageNames = {
  input: 'prompt_tokens',
  output: 'completion_tokens',
  cached: ['prompt_tokens_details', 'cached_tokens'],
  written: ['prompt_tokens_details', 'cache_write_tokens'],
};

/**
 * Reads an answer of the Chat Completions API. The body is not trusted, because any server may stand behind base_url.
 * @throws ExtractionError for a refusal, an unfinished answer, or a body of another shape.
 */
function chatAnswer(completion: unknown, label: string): ProviderReply {
  const choice = listAt(completion, 'choices')[0];
  if (choice === undefined) throw misshapen(label, 'the body has no choices');
  const usage = usageOf(completion, usageNames);
  const reason = textAt(choice, 'finish_reason') ?? 'stop';
  if (textAt(choice, 'message', 'refusal')) throw refusal(label, 'refusal', usage);
  if (reason === 'content_filter') throw refusal(label, reason, usage);
  // Mistral's word for the end of the context.
  if (reason === 'length' || reason === 'model_length') return { kind: 'cut', usage };
  if (reason !== 'stop') throw unfinished(label, reason, { worked: true, usage });
  return textAnswer(textOf(at(choice, 'message', 'content')) ?? '', label, usage);
}

/** Says of an answer that was cut off whether it ended before its limit. */
function withEnd(reply: ProviderReply, limit: number): ProviderReply {
  const tokens = reply.usage?.outputTokens;
  return reply.kind === 'cut' && tokens !== undefined && tokens < limit ? { ...reply, endedAt: tokens } : reply;
}

/** Puts the chunks of a streamed chat completion together. Servers that stream without a finish reason end with `[DONE]`. */
function chatStream(label: string): Assembly {
  const texts: string[] = [];
  const refusals: string[] = [];
  let finish: string | undefined;
  let usage: unknown;
  let done = false;
  return {
    add(event) {
      if (event === '[DONE]') done = true;
      const error = at(event, 'error');
      const code = textAt(error, 'code') ?? textAt(error, 'type') ?? 'error';
      if (error) throw reported(label, { code, begun: texts.length > 0, error });
      const choice = listAt(event, 'choices')[0];
      usage = at(event, 'usage') ?? usage;
      finish = textAt(choice, 'finish_reason') ?? finish;
      refusals.push(textAt(choice, 'delta', 'refusal') ?? '');
      return textAdded(choice, texts);
    },
    body: () => {
      if (finish === undefined && !done) return undefined;
      const message = { content: texts.join(''), refusal: refusals.join('') || null };
      return { choices: [{ finish_reason: finish ?? null, message }], usage };
    },
  };
}

/** Servers disagree on where they put what a model thinks. */
function textAdded(choice: unknown, texts: string[]): string | undefined {
  const content = at(choice, 'delta', 'content');
  const text = textOf(content);
  if (text) texts.push(text);
  const thought = textAt(choice, 'delta', 'reasoning_content') ?? textAt(choice, 'delta', 'reasoning');
  return text || (thought || Array.isArray(content) ? '' : undefined);
}

/** The text of a message or of a part of it. Models that think answer in a list of parts on some servers; undefined where there is none. */
const textOf = (content: unknown): string | undefined =>
  Array.isArray(content)
    ? content.map((part) => (at(part, 'type') === 'text' ? (textAt(part, 'text') ?? '') : '')).join('')
    : textAt({ content }, 'content');
