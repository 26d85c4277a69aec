import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { badRequest, fromStore, Refusal } from '../http/refusal.js';
import type { AnswerStore, MadeAnswer } from '../state/answer-store.js';
import { type AnswerSource, type Asked, contentName } from './answer-source.js';
import type { Answer, CompletedAnswer, KeepWith } from './extraction.js';
import type { SealedStore } from './sealed-store.js';

const keptMs = 24 * 3_600_000;

export interface IdempotencyTerms {
  readonly answers: AnswerStore;
  /** Longer than any request takes: then a process that died is taken for dead. */
  readonly leaseMs: number;
}

/**
 * Does the work once for each `Idempotency-Key` of a caller, and answers the same for a day, failed extractions too. What was refused, or ended
 * without an answer, has not been done and may be tried again.
 */
export const idempotency =
  (terms: IdempotencyTerms): AnswerSource =>
  async (asked, work) => {
    const content = (store: SealedStore): string => contentName(store, asked.upload);
    const kept = await onceForKey<Answer, CompletedAnswer>(
      terms,
      { ...asked, content, keep: ({ complete: _, postponed: __, ...answer }) => answer },
      work,
    );
    return kept.again ? { ...kept.again, complete: true } : kept.first;
  };

export interface RepeatableWork<Kept, Made> extends Pick<Asked, 'request' | 'reply' | 'sealedStore'> {
  /** One name for all that the answer depends on. */
  content(store: SealedStore): string;
  /** What is kept of an answer, as JSON. */
  keep(made: Made): Kept;
}

/** The answer that was made now, or the one that was kept. */
export type OnceMade<Kept, Made> = { readonly first: Made; readonly again?: undefined } | { readonly again: Kept };

/**
 * Does the work unless the request repeats an `Idempotency-Key`, for which it was done. With such a key the work is given how to keep its answer
 * itself; where it does not, its answer is kept afterwards.
 * @throws Refusal 409 where it is being done, or the key was for another request
 */
export async function onceForKey<Kept, Made>(
  { answers, leaseMs }: IdempotencyTerms,
  { request, reply, sealedStore, content, keep }: RepeatableWork<Kept, Made>,
  work: (keepWith?: KeepWith<Made>) => Promise<Made>,
): Promise<OnceMade<Kept, Made>> {
  const key = keyOf(request);
  if (key === undefined) return { first: await work() };
  const store = await sealedStore();
  const name = store.name('idempotency', request.routeOptions.url ?? '', key);
  const claim = { name, owner: randomUUID(), request: content(store) };
  const found = await fromStore(answers.claim(claim, leaseMs));
  if (found.kind === 'running') throw running();
  if (found.kind === 'other') throw otherRequest();
  if (found.kind === 'kept') {
    reply.header('Idempotent-Replayed', 'true');
    return { again: JSON.parse(store.open(found.answer, name)) as Kept };
  }
  const answerOf = (made: Made): MadeAnswer => ({ claim, answer: store.seal(JSON.stringify(keep(made)), name), keepMs: keptMs });
  let isKept = false;
  const keepWith: KeepWith<Made> = (made) => {
    isKept = true;
    return answerOf(made);
  };
  try {
    const first = await work(keepWith);
    if (isKept) return { first };
    await answers.keep(answerOf(first)).catch((error) => {
      request.log.error({ err: error }, 'an answer could not be kept for its Idempotency-Key');
    });
    return { first };
  } catch (error) {
    await answers.release(claim).catch((cause) => request.log.error({ err: cause }, 'an Idempotency-Key could not be released'));
    throw error;
  }
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters');
}

export const running = (): Refusal =>
  new Refusal(409, 'A request with this Idempotency-Key is still being worked on. Retry shortly.', { 'Retry-After': '1' });
const otherRequest = (): Refusal =>
  new Refusal(409, 'This Idempotency-Key was used for another file, schema or option. Use a new key for a new request.');
