import type OpenAI from 'openai';
import type { Usage } from '../../../core/index.js';
import { answerSchema } from '../llm/prompt/answer-schema.js';
import { repairMessages } from '../llm/prompt/repair.js';
import type { ProviderReply, ProviderRequest } from '../llm/provider.js';
import { at, listAt, textAt } from '../llm/reply/at.js';
import { textAnswer, usageOf } from '../llm/reply/text-answer.js';
import { misshapen, refusal, unfinished } from '../llm/request/failure.js';
import { dataUrl, filename, type OpenAiOptions, type SendToOpenAi, vendorUrl } from './options.js';

/** Sends requests through OpenAI's Responses API. */
export const throughResponses =
  (client: OpenAI, settings: OpenAiOptions, label: string): SendToOpenAi =>
  async (request, signal) =>
    responsesAnswer(await client.responses.create(responsesBody(request, settings), { signal }), label);

function responsesBody(request: ProviderRequest, settings: OpenAiOptions): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  const format = responsesFormat(settings.structured);
  return {
    model: settings.model,
    store: false,
    instructions: request.rules,
    input: [
      { role: 'user', content: [responsesDocument(request, settings), { type: 'input_text', text: request.fields }] },
      ...repairMessages(request),
    ],
    max_output_tokens: request.limit,
    ...(format ? { text: { format } } : {}),
    ...(settings.reasoning_effort ? { reasoning: { effort: settings.reasoning_effort } } : {}),
    ...(settings.base_url === vendorUrl && !settings.prompt_cache ? { prompt_cache_options: { mode: 'explicit' } } : {}),
  };
}

const responsesDocument = ({ content }: ProviderRequest, { detail }: OpenAiOptions): OpenAI.Responses.ResponseInputContent =>
  content.kind === 'pdf'
    ? { type: 'input_file', filename, file_data: dataUrl(content.base64), ...(detail ? { detail } : {}) }
    : { type: 'input_text', text: content.text };

function responsesFormat(structured: OpenAiOptions['structured']): OpenAI.Responses.ResponseFormatTextConfig | undefined {
  if (structured === 'prompt') return undefined;
  if (structured === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', name: 'reading', schema: answerSchema, strict: structured === 'strict' };
}

/**
 * Reads an answer of OpenAI's Responses API. The body is not trusted, because the SDK passes on anything that came with status 200.
 * @throws ExtractionError for a refusal, a failure of the model, or a body of another shape.
 */
function responsesAnswer(response: unknown, label: string): ProviderReply {
  const usage = usageOf(response, 'input_tokens', 'output_tokens');
  const status = textAt(response, 'status') ?? 'completed';
  if (status === 'failed') throw failed(response, label, usage);
  if (!Array.isArray(at(response, 'output'))) throw misshapen(label, 'the body has no output');
  const parts = listAt(response, 'output').flatMap((item) => listAt(item, 'content'));
  if (parts.some((part) => at(part, 'type') === 'refusal')) throw refusal(label, 'refusal');
  if (status === 'incomplete') return incomplete(textAt(response, 'incomplete_details', 'reason') ?? 'incomplete', label, usage);
  if (status !== 'completed') throw unfinished(label, status, { retryable: true });
  return textAnswer(parts.map((part) => (at(part, 'type') === 'output_text' ? (textAt(part, 'text') ?? '') : '')).join(''), label, usage);
}

function failed(response: unknown, label: string, usage: Usage | undefined): Error {
  const code = textAt(response, 'error', 'code') ?? 'failed';
  return unfinished(label, code, { retryable: ['server_error', 'rate_limit_exceeded'].includes(code), worked: usage !== undefined });
}

function incomplete(reason: string, label: string, usage: Usage | undefined): ProviderReply {
  if (reason === 'max_output_tokens') return { kind: 'cut', usage };
  if (reason === 'content_filter') throw refusal(label, reason);
  throw unfinished(label, reason, { worked: true });
}
