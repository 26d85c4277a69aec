import type { ExtractionBody } from '../../wire/schemas.js';
import { type Answer, type AnswerSource, contentName } from './answer-source.js';

export interface CacheBounds {
  readonly ageMs: number;
  readonly entries: number;
  readonly bytes: number;
}

interface Entry {
  readonly answer: Answer;
  readonly bytes: number;
  readonly until: number;
}

/**
 * Answers again what the same key has asked before: the same bytes, schema and options. A hit says so and costs no credits, for no page was
 * read. Only whole answers are kept, in the memory of this process; `Cache-Control: no-cache` has the work done anew.
 */
export function responseCache(bounds: CacheBounds): AnswerSource {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const forget = (name: string): void => {
    bytes -= entries.get(name)?.bytes ?? 0;
    entries.delete(name);
  };
  const find = (name: string): Answer | undefined => {
    const entry = entries.get(name);
    if (!entry || entry.until <= performance.now()) return void forget(name);
    // Who was asked for last is forgotten last.
    entries.delete(name);
    entries.set(name, entry);
    return entry.answer;
  };
  const keep = (name: string, answer: Answer): void => {
    const size = Buffer.byteLength(JSON.stringify(answer));
    if (size > bounds.bytes) return;
    forget(name);
    entries.set(name, { answer, bytes: size, until: performance.now() + bounds.ageMs });
    bytes += size;
    for (const [oldest] of entries) {
      if (bytes <= bounds.bytes && entries.size <= bounds.entries) return;
      forget(oldest);
    }
  };

  return async ({ request, reply, upload, vault }, work) => {
    const began = performance.now();
    const name = contentName(vault, upload);
    const fresh = /\bno-(?:cache|store)\b/i.test(request.headers['cache-control'] ?? '');
    const known = fresh ? undefined : find(name);
    reply.header('X-Vouch-Cache', known ? 'hit' : 'miss');
    if (known) return { ...known, body: atNoCost(known.body, performance.now() - began), complete: true };
    const made = await work();
    if (made.complete && made.body.object !== null) keep(name, made);
    return made;
  };
}

const atNoCost = (body: ExtractionBody, ms: number): ExtractionBody => ({
  ...body,
  metadata: { ...body.metadata, processing_time_ms: Math.round(ms), credits: 0 },
});
