import type OpenAI from 'openai';
import { answerSchema } from '../llm/prompt/answer-schema.js';
import { repairMessages } from '../llm/prompt/repair.js';
import type { ProviderReply, ProviderRequest } from '../llm/provider.js';
import { listAt, textAt } from '../llm/reply/at.js';
import { textAnswer, usageOf } from '../llm/reply/text-answer.js';
import { misshapen, refusal, unfinished } from '../llm/request/failure.js';
import { dataUrl, filename, type OpenAiOptions, type SendToOpenAi } from './options.js';

/** Sends requests through the Chat Completions API, which most compatible servers offer. */
export const throughChat =
  (client: OpenAI, settings: OpenAiOptions, label: string): SendToOpenAi =>
  async (request, signal) =>
    chatAnswer(await client.chat.completions.create(chatBody(request, settings), { signal }), label);

function chatBody(request: ProviderRequest, settings: OpenAiOptions): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming {
  const format = chatFormat(settings.structured);
  return {
    model: settings.model,
    store: false,
    messages: [
      { role: 'system', content: request.rules },
      { role: 'user', content: [chatDocument(request), { type: 'text', text: request.fields }] },
      ...repairMessages(request),
    ],
    [settings.limit_parameter]: request.limit,
    ...(format ? { response_format: format } : {}),
    ...(settings.reasoning_effort ? { reasoning_effort: settings.reasoning_effort } : {}),
  };
}

const chatDocument = ({ content }: ProviderRequest): OpenAI.Chat.ChatCompletionContentPart =>
  content.kind === 'pdf' ? { type: 'file', file: { filename, file_data: dataUrl(content.base64) } } : { type: 'text', text: content.text };

function chatFormat(structured: OpenAiOptions['structured']): OpenAI.Chat.ChatCompletionCreateParams['response_format'] {
  if (structured === 'prompt') return undefined;
  if (structured === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'reading', schema: answerSchema, strict: structured === 'strict' } };
}

/**
 * Reads an answer of the Chat Completions API. The body is not trusted, because any server may stand behind base_url.
 * @throws ExtractionError for a refusal, an unfinished answer, or a body of another shape.
 */
function chatAnswer(completion: unknown, label: string): ProviderReply {
  const choice = listAt(completion, 'choices')[0];
  if (choice === undefined) throw misshapen(label, 'the body has no choices');
  const usage = usageOf(completion, 'prompt_tokens', 'completion_tokens');
  const reason = textAt(choice, 'finish_reason') ?? 'stop';
  if (textAt(choice, 'message', 'refusal')) throw refusal(label, 'refusal');
  if (reason === 'content_filter') throw refusal(label, reason);
  if (reason === 'length') return { kind: 'cut', usage };
  if (reason !== 'stop') throw unfinished(label, reason, { worked: true });
  return textAnswer(textAt(choice, 'message', 'content') ?? '', label, usage);
}
