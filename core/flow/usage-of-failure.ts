import { ExtractionError } from '../contracts/errors.js';
import type { Usage } from '../contracts/observer.js';

/** What a failed call used: what its provider says, nothing where it did not work; undefined where an answer broke off or never came. */
export function usageOfFailure(error: unknown): Usage | undefined {
  if (!(error instanceof ExtractionError)) return undefined;
  return error.usage ?? (isUnused(error) ? nothing : undefined);
}

const nothing: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };

/** Whether the provider did not work. A call that the deadline has cut may have been worked on all the same. */
export const isUnused = (error: unknown): boolean =>
  error instanceof ExtractionError && !error.worked && error.retryable !== 'once' && error.code !== 'TIMEOUT_ERROR';
