import type { ProviderReply } from '../provider.js';
import { misshapen, refusal, unfinished } from '../request/failure.js';
import { listAt, textAt } from './at.js';
import { textAnswer } from './text-answer.js';
import { usageOf } from './usage-of.js';

/**
 * What an answer of the Chat Completions API says. The body is not trusted: any server may stand behind base_url.
 * @throws ExtractionError for a refusal, an end that is none, or a body of another shape.
 */
export function chatAnswer(completion: unknown, label: string): ProviderReply {
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
