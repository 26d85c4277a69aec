import { LRUCache } from 'lru-cache';
import type { ExtractionBody, UsageCounts } from '../wire/extraction.js';
import type { Answer, CompletedAnswer } from './extract.js';

export interface CacheBounds {
  readonly ageMs: number;
  readonly entries: number;
  /** Of all answers together, as JSON. */
  readonly bytes: number;
}

/**
 * Gives an answer again when the same key asks for the same bytes, schema and options. It costs no credits then, for no page was read. Only whole
 * answers are kept, in the memory of this process.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, Answer>;

  constructor({ ageMs, entries, bytes }: CacheBounds) {
    this.#answers = new LRUCache<string, Answer>({
      ttl: ageMs,
      max: entries,
      maxSize: bytes,
      sizeCalculation: (answer) => Buffer.byteLength(JSON.stringify(answer)),
    });
  }

  /** The answer of this name as it is given again; its processing time is counted from `began`, in ms of the monotonic clock. */
  find(name: string, began: number): CompletedAnswer | undefined {
    const known = this.#answers.get(name);
    return known && { ...known, body: atNoCost(known.body, performance.now() - began), complete: true };
  }

  add(name: string, answer: CompletedAnswer): void {
    if (answer.complete && (answer.body.object !== null || answer.body.documents)) this.#answers.set(name, answer);
  }
}

const atNoCost = ({ usage, ...body }: ExtractionBody, ms: number): ExtractionBody => ({
  ...body,
  metadata: { ...body.metadata, processing_time_ms: Math.round(ms), credits: 0 },
  ...(usage && { usage: { ...usage, ...nothingUsed, cost: usage.currency === undefined ? null : 0, models: [] } }),
});

/** No provider was called again. */
const nothingUsed = {
  calls: 0,
  unmeasured_calls: 0,
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 0,
} satisfies Omit<UsageCounts, 'cost'>;
