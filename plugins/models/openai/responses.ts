import type OpenAI from 'openai';
import type { Usage } from '../../../core/index.js';
import { at, listAt, textAt } from '../../../core/index.js';
import { type Assembly, answeredBody, textAnswer, type UsageNames, usageOf } from '../llm/answer.js';
import { contentParts } from '../llm/content.js';
import { misshapen, refusal, reported, unfinished } from '../llm/failure.js';
import { answerSchema } from '../llm/prompt.js';
import type { AnswerForm, Provider, ProviderReply, ProviderRequest } from '../llm/provider.js';
import { repairMessages } from '../llm/repair.js';
import { dataUrl, filename, type ResponsesSettings, vendorUrl } from './options.js';

export const throughResponses =
  (client: OpenAI, settings: ResponsesSettings, label: string): Provider['send'] =>
  async (request, signal, onText) => {
    const response = await client.responses.create(responsesBody(request, settings), { signal }).asResponse();
    return responsesAnswer(await answeredBody(response, responsesStream(label), { label, onText }), label);
  };

function responsesBody(request: ProviderRequest, settings: ResponsesSettings): OpenAI.Responses.ResponseCreateParams {
  const format = responsesFormat(request.form);
  return {
    model: settings.model,
    store: false,
    instructions: request.rules,
    input: [
      { role: 'user', content: [...responsesDocument(request, settings), { type: 'input_text', text: request.fields }] },
      ...repairMessages(request),
    ],
    max_output_tokens: request.limit,
    ...(format ? { text: { format } } : {}),
    ...(settings.reasoning_effort ? { reasoning: { effort: settings.reasoning_effort } } : {}),
    ...(settings.stream ? { stream: true } : {}),
    ...(settings.base_url === vendorUrl && !settings.prompt_cache ? { prompt_cache_options: { mode: 'explicit' } } : {}),
  };
}

const responsesDocument = ({ content }: ProviderRequest, { detail }: ResponsesSettings): readonly OpenAI.Responses.ResponseInputContent[] =>
  contentParts<OpenAI.Responses.ResponseInputContent>(content, {
    pdf: (base64) => ({ type: 'input_file', filename, file_data: dataUrl(base64), ...(detail ? { detail } : {}) }),
    text: (text) => ({ type: 'input_text', text }),
    picture: ({ mediaType, base64 }) => ({ type: 'input_image', image_url: dataUrl(base64, mediaType), detail: detail ?? 'auto' }),
  });

function responsesFormat(form: AnswerForm): OpenAI.Responses.ResponseFormatTextConfig | undefined {
  if (form === 'prompt') return undefined;
  if (form === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', name: 'reading', schema: answerSchema, strict: form === 'strict' };
}

const usageNames: UsageNames = {
  input: 'input_tokens',
  output: 'output_tokens',
  cached: ['input_tokens_details', 'cached_tokens'],
  written: ['input_tokens_details', 'cache_write_tokens'],
};

/**
 * Reads an answer of OpenAI's Responses API. The body is not trusted, because the SDK passes on anything that came with status 200.
 * @throws ExtractionError for a refusal, a failure of the model, or a body of another shape.
 */
function responsesAnswer(response: unknown, label: string): ProviderReply {
  const usage = usageOf(response, usageNames);
  const status = textAt(response, 'status') ?? 'completed';
  if (status === 'failed') throw failed(response, label, usage);
  if (!Array.isArray(at(response, 'output'))) throw misshapen(label, 'the body has no output');
  const parts = listAt(response, 'output').flatMap((item) => listAt(item, 'content'));
  if (parts.some((part) => at(part, 'type') === 'refusal')) throw refusal(label, 'refusal', usage);
  if (status === 'incomplete') return incomplete(textAt(response, 'incomplete_details', 'reason') ?? 'incomplete', label, usage);
  if (status !== 'completed') throw unfinished(label, status, { retryable: true });
  return textAnswer(parts.map((part) => (at(part, 'type') === 'output_text' ? (textAt(part, 'text') ?? '') : '')).join(''), label, usage);
}

function failed(response: unknown, label: string, usage: Usage | undefined): Error {
  const code = textAt(response, 'error', 'code') ?? 'failed';
  return unfinished(label, code, { retryable: ['server_error', 'rate_limit_exceeded'].includes(code), worked: usage !== undefined, usage });
}

function incomplete(reason: string, label: string, usage: Usage | undefined): ProviderReply {
  if (reason === 'max_output_tokens') return { kind: 'cut', usage };
  if (reason === 'content_filter') throw refusal(label, reason, usage);
  throw unfinished(label, reason, { worked: true, usage });
}

const endings = ['response.completed', 'response.incomplete', 'response.failed'];

/** Takes the response that a stream of the Responses API ends with; compatible servers leave the text out of it that they have sent before. */
function responsesStream(label: string): Assembly {
  const texts: string[] = [];
  let ended: unknown;
  return {
    add(event) {
      const type = textAt(event, 'type') ?? '';
      const code = textAt(event, 'code') ?? textAt(event, 'error', 'code') ?? 'error';
      if (type === 'error') throw reported(label, { code, begun: texts.length > 0, error: event });
      if (endings.includes(type)) ended = at(event, 'response');
      if (type.startsWith('response.reasoning') && type.endsWith('.delta')) return '';
      if (type !== 'response.output_text.delta') return undefined;
      const text = textAt(event, 'delta') ?? '';
      texts.push(text);
      return text;
    },
    body: () =>
      ended !== undefined && texts.length > 0 && listAt(ended, 'output').length === 0
        ? { ...Object(ended), output: [{ content: [{ type: 'output_text', text: texts.join('') }] }] }
        : ended,
  };
}
