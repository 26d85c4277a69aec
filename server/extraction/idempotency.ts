import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { fromStore, Refusal } from '../http/refusal.js';
import type { AnswerStore, MadeAnswer } from '../state/answer-store.js';
import type { SealedStore } from './sealed-store.js';

const keptMs = 24 * 3_600_000;

export interface IdempotencyTerms {
  readonly answers: AnswerStore;
  /** Longer than any request takes, so that a claim whose process died ends. */
  readonly leaseMs: number;
}

/** A request that may repeat an earlier one. */
export interface RepeatableRequest<Kept, Made extends Kept> {
  /** Its `Idempotency-Key`; undefined where it has none. */
  readonly key: string | undefined;
  /** The pattern of its route, since each route has keys of its own. */
  readonly route: string;
  /** Where the caller's answers are kept. Rejects with a Refusal where it needs the store, which cannot be reached. */
  readonly sealedStore: () => Promise<SealedStore>;
  readonly log: FastifyBaseLogger;
  /** One name for all that the answer depends on. */
  content(store: SealedStore): string;
  /** What is kept of an answer, as JSON; all of it when absent. */
  keep?(made: Made): Kept;
}

/** The answer to keep for an `Idempotency-Key`, for work that keeps it in its own transaction: a process that dies has then done both or neither. */
export type KeepWith<Made> = (made: Made) => MadeAnswer;

/**
 * Does the work once for each `Idempotency-Key` of a caller, and gives the same answer for a day, failed extractions too. What was refused, or
 * ended without an answer, has not been done and may be tried again. With a key the work is given how to keep its answer itself; where it does
 * not, its answer is kept afterwards.
 * @throws Refusal 409 where it is being done, or the key was for another request
 */
export async function onceForKey<Kept, Made extends Kept>(
  { answers, leaseMs }: IdempotencyTerms,
  { key, route, sealedStore, log, content, keep = (made) => made }: RepeatableRequest<Kept, Made>,
  work: (keepWith?: KeepWith<Made>) => Promise<Made>,
): Promise<{ readonly answer: Kept; readonly isReplayed: boolean }> {
  if (key === undefined) return { answer: await work(), isReplayed: false };
  const store = await sealedStore();
  const name = store.name('idempotency', route, key);
  const claim = { name, owner: randomUUID(), request: content(store) };
  const found = await fromStore(answers.claim(claim, leaseMs));
  if (found.kind === 'running') throw stillRunning();
  if (found.kind === 'other') throw otherRequest();
  if (found.kind === 'kept') return { answer: JSON.parse(store.open(found.answer, name)) as Kept, isReplayed: true };
  let isKept = false;
  const answerOf: KeepWith<Made> = (made) => {
    isKept = true;
    return { claim, answer: store.seal(JSON.stringify(keep(made)), name), keepMs: keptMs };
  };
  try {
    const answer = await work(answerOf);
    if (!isKept)
      await answers
        .keep(answerOf(answer))
        .catch((error) => log.error({ err: error }, 'an answer could not be kept for its Idempotency-Key'));
    return { answer, isReplayed: false };
  } catch (error) {
    await answers.release(claim).catch((cause) => log.error({ err: cause }, 'an Idempotency-Key could not be released'));
    throw error;
  }
}

export const stillRunning = (): Refusal =>
  new Refusal('IDEMPOTENCY_KEY_BUSY', 'A request with this Idempotency-Key is still being worked on. Retry shortly.', {
    'Retry-After': '1',
  });
const otherRequest = (): Refusal =>
  new Refusal(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another file, schema or option. Use a new key for a new request.',
  );
