import type { Usage } from '../../../../core/index.js';
import type { ProviderReply } from '../provider.js';
import { misshapen, refusal, unfinished } from '../request/failure.js';
import { at, listAt, textAt } from './at.js';
import { textAnswer } from './text-answer.js';
import { usageOf } from './usage-of.js';

/**
 * What an answer of OpenAI's Responses API says. The body is not trusted: the SDK passes on whatever came with status 200.
 * @throws ExtractionError for a refusal, a failure of the model, or a body of another shape.
 */
export function responsesAnswer(response: unknown, label: string): ProviderReply {
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
