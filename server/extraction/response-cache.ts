import { LRUCache } from 'lru-cache';
import type { ExtractionBody, UsageCounts } from '../wire/extraction.js';
import { type AnswerSource, contentName } from './answer-source.js';
import type { Answer } from './extraction.js';

export interface CacheBounds {
  readonly ageMs: number;
  readonly entries: number;
  /** Of all answers together, as JSON. */
  readonly bytes: number;
}

/**
 * Answers again what the same key has asked before: the same bytes, schema and options. A hit says so and costs no credits, for no page was
 * read. Only whole answers are kept, in the memory of this process; `Cache-Control: no-cache` has the work done anew.
 */
export function responseCache({ ageMs, entries, bytes }: CacheBounds): AnswerSource {
  const cache = new LRUCache<string, Answer>({
    ttl: ageMs,
    max: entries,
    maxSize: bytes,
    sizeCalculation: (answer) => Buffer.byteLength(JSON.stringify(answer)),
  });
  return async ({ request, reply, upload, sealedStore }, work) => {
    const began = performance.now();
    const name = contentName(await sealedStore(), upload);
    const fresh = /\bno-(?:cache|store)\b/i.test(request.headers['cache-control'] ?? '');
    const known = fresh ? undefined : cache.get(name);
    reply.header('X-Vouch-Cache', known ? 'hit' : 'miss');
    if (known) return { ...known, body: atNoCost(known.body, performance.now() - began), complete: true };
    const completed = await work();
    if (completed.complete && (completed.body.object !== null || completed.body.documents)) cache.set(name, completed);
    return completed;
  };
}

const atNoCost = ({ usage, ...body }: ExtractionBody, ms: number): ExtractionBody => ({
  ...body,
  metadata: { ...body.metadata, processing_time_ms: Math.round(ms), credits: 0 },
  ...(usage && { usage: { ...usage, ...nothingUsed, cost: usage.currency === undefined ? null : 0, models: [] } }),
});

/** No provider was asked again. */
const nothingUsed = {
  calls: 0,
  unmeasured_calls: 0,
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 0,
} satisfies Omit<UsageCounts, 'cost'>;
