import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { fromStore } from '../../guards/from-store.js';
import { badRequest, Refusal } from '../../http/refusal.js';
import type { AnswerStore } from '../../state/store.js';
import { type Answer, type AnswerSource, contentName } from './answer-source.js';

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
  ({ answers, leaseMs }: IdempotencyTerms): AnswerSource =>
  async ({ request, reply, upload, sealedStore }, work) => {
    const key = keyOf(request);
    if (key === undefined) return work();
    const store = await sealedStore();
    const name = store.name('idempotency', request.routeOptions.url ?? '', key);
    const claim = { name, owner: randomUUID(), request: contentName(store, upload) };
    const found = await fromStore(answers.claim(claim, leaseMs));
    if (found.kind === 'running') throw running();
    if (found.kind === 'other') throw otherRequest();
    if (found.kind === 'kept') {
      reply.header('Idempotent-Replayed', 'true');
      return { ...(JSON.parse(store.open(found.answer, name)) as Answer), complete: true };
    }
    try {
      const completed = await work();
      const { complete: _, ...answer } = completed;
      await answers.keep(claim, store.seal(JSON.stringify(answer), name), keptMs).catch((error) => {
        request.log.error({ err: error }, 'an answer could not be kept for its Idempotency-Key');
      });
      return completed;
    } catch (error) {
      await answers.release(claim).catch((cause) => request.log.error({ err: cause }, 'an Idempotency-Key could not be released'));
      throw error;
    }
  };

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters');
}

const running = (): Refusal =>
  new Refusal(409, 'A request with this Idempotency-Key is still being worked on. Retry shortly.', { 'Retry-After': '1' });
const otherRequest = (): Refusal =>
  new Refusal(409, 'This Idempotency-Key was used for another file, schema or option. Use a new key for a new request.');
