import type { Usage } from '../../../../core/index.js';
import { numberAt } from './at.js';

/** The tokens that an answer says it cost, under the names of its API; undefined where it does not say. */
export function usageOf(answer: unknown, input: string, output: string): Usage | undefined {
  const inputTokens = numberAt(answer, 'usage', input);
  const outputTokens = numberAt(answer, 'usage', output);
  return inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}
