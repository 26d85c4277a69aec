import { leaseFor } from '../guards/credits.js';
import type { Limits } from '../http/limits.js';
import type { AnswerStore } from '../state/answer-store.js';
import type { AnswerSource } from './answer-source.js';
import { idempotency } from './idempotency.js';
import { responseCache } from './response-cache.js';

export interface AnswerSourceTerms {
  readonly answers: AnswerStore;
  readonly deadlineMs: number;
  /** 0 = no cache. */
  readonly cacheSeconds: number;
  readonly limits: Limits;
}

/** Who may have an answer already, in the order in which they are asked: a caller who repeats a request, then the cache. */
export function answerSources({ answers, deadlineMs, cacheSeconds, limits }: AnswerSourceTerms): readonly AnswerSource[] {
  const repeated = idempotency({ answers, leaseMs: leaseFor(deadlineMs) });
  if (cacheSeconds === 0) return [repeated];
  return [repeated, responseCache({ ageMs: cacheSeconds * 1_000, entries: limits.cacheEntries, bytes: limits.cacheBytes })];
}
