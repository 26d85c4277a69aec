import type { Usage } from '../../../../core/index.js';
import type { ProviderReply } from '../provider.js';
import { unfinished } from '../request/failure.js';
import { numberAt } from './at.js';

/**
 * A finished answer with this text.
 * @throws ExtractionError when the text is empty: a model that says nothing is not asked the same again.
 */
export function textAnswer(text: string, label: string, usage: Usage | undefined): ProviderReply {
  if (text.trim() === '') throw unfinished(label, 'empty', { worked: true, usage });
  return { kind: 'text', text, usage };
}

/** Where an answer's `usage` counts tokens. */
export interface UsageNames {
  readonly input: string;
  readonly output: string;
  /** The path to the part of the input that was read from a prompt cache. */
  readonly cached?: readonly string[];
  /** The path to the part of the input that was written into a prompt cache. */
  readonly written?: readonly string[];
  /** True where the input does not include these parts. */
  readonly apart?: boolean;
}

/**
 * The tokens that an answer says it used, under the names of its API; undefined where it does not say. What is no whole number of at least
 * 0 is not a count.
 */
export function usageOf(answer: unknown, names: UsageNames): Usage | undefined;
export function usageOf(answer: unknown, input: string, output: string): Usage | undefined;
export function usageOf(answer: unknown, first: UsageNames | string, second = ''): Usage | undefined {
  const { input, output, cached, written, apart = false } = typeof first === 'string' ? { input: first, output: second } : first;
  const inputTokens = tokensAt(answer, [input]);
  const outputTokens = tokensAt(answer, [output]);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const cachedInputTokens = tokensAt(answer, cached);
  const cacheWriteTokens = tokensAt(answer, written);
  return {
    inputTokens: apart ? inputTokens + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0) : inputTokens,
    outputTokens,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
  };
}

function tokensAt(answer: unknown, path: readonly string[] | undefined): number | undefined {
  const found = path && numberAt(answer, 'usage', ...path);
  return Number.isSafeInteger(found) && Number(found) >= 0 ? found : undefined;
}

/** What two calls used together. Where one does not say, the other's is all that is known; a part is known only where both say. */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other;
  const both = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined || b === undefined ? undefined : a + b;
  const cachedInputTokens = both(one.cachedInputTokens, other.cachedInputTokens);
  const cacheWriteTokens = both(one.cacheWriteTokens, other.cacheWriteTokens);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
  };
}
