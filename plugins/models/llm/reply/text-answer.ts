import type { Usage } from '../../../../core/index.js';
import type { ProviderReply } from '../provider.js';
import { unfinished } from '../request/failure.js';
import { numberAt } from './at.js';

/**
 * A finished answer with this text.
 * @throws ExtractionError when the text is empty: a model that says nothing is not asked the same again.
 */
export function textAnswer(text: string, label: string, usage: Usage | undefined): ProviderReply {
  if (text.trim() === '') throw unfinished(label, 'empty', { worked: true });
  return { kind: 'text', text, usage };
}

/** The tokens that an answer says it cost, under the names of its API; undefined where it does not say. */
export function usageOf(answer: unknown, input: string, output: string): Usage | undefined {
  const inputTokens = numberAt(answer, 'usage', input);
  const outputTokens = numberAt(answer, 'usage', output);
  return inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}
