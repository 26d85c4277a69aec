import type { FastifyInstance } from 'fastify';
import { admission } from '../guards/admission.js';
import type { KeyBudget } from '../guards/budgets/key-budget.js';
import type { KeyRing } from '../guards/keys/key-ring.js';
import { limitRate } from '../guards/limit-rate.js';
import { holderOf, requireKey } from '../guards/require-key.js';
import { workSlots } from '../guards/work-slots.js';
import { bearer } from '../http/request.js';
import { readUpload } from '../http/upload/read-upload.js';
import type { RateStore } from '../state/store.js';
import type { AnswerSource, Asked, CompletedAnswer } from './answers/answer-source.js';
import { sealedStoreFor } from './answers/sealed-store.js';
import { type ExtractionDoor, extractCall, sendAnswer } from './extraction.js';

export interface ExtractDoor extends ExtractionDoor {
  readonly rates: RateStore;
  readonly rateLimit: number;
  readonly ring: KeyRing;
  /** What the requests of a key are paid from; absent where keys have no budgets. */
  readonly keyBudget: KeyBudget | undefined;
  /** Where an answer may be found without any work, in the order in which they are asked. */
  readonly answerSources: readonly AnswerSource[];
}

/** `POST /v1/extract`: needs a key; rate-limited per address. */
export function extractRoute(app: FastifyInstance, door: ExtractDoor): void {
  const { guard, hooks, tell } = door.telemetry;
  const slots = workSlots(door.limits);
  const onRequest = [guard, limitRate(door.rates, door.rateLimit), requireKey(door.ring), admission({ limits: door.limits, slots, tell })];
  app.post('/v1/extract', { ...hooks, onRequest }, async (request, reply) => {
    const upload = await readUpload(request, door.limits);
    const asked = { request, reply, upload, store: sealedStoreFor(bearer(request.raw) ?? '') };
    const holder = holderOf(request) ?? '';
    const call = { request, reply, caller: `key ${holder}`, tokenBudget: door.keyBudget?.(holder) };
    const work = () => extractCall({ ...door, slots }, upload, call);
    return sendAnswer(await answered(door.answerSources, asked, work), reply);
  });
}

/** Asks each source in order; if none has an answer, the extraction runs. */
const answered = (
  [first, ...rest]: readonly AnswerSource[],
  asked: Asked,
  work: () => Promise<CompletedAnswer>,
): Promise<CompletedAnswer> => (first ? first(asked, () => answered(rest, asked, work)) : work());
