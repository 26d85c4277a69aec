import type { FastifyInstance } from 'fastify';
import { once } from '../../core/internal.js';
import type { AnswerSource, AnswerWork, Asked } from '../extraction/answer-source.js';
import { type CompletedAnswer, type ExtractionDoor, extractCall, type KeepWith, sendAnswer } from '../extraction/extraction.js';
import { sealedStoreOf } from '../extraction/sealed-store.js';
import { admission, workSlots } from '../guards/admission.js';
import { requiredCallerOf } from '../guards/caller.js';
import type { CallerQuota } from '../guards/credits.js';
import { type RatedDoor, ratedCallers } from '../guards/require-caller.js';
import type { CallerBudget } from '../guards/token-budgets.js';
import { readUpload } from '../http/upload/read-upload.js';
import type { Operations } from '../reference/operations.js';
import type { KeyStore } from '../state/store.js';

export interface ExtractDoor extends ExtractionDoor, Omit<RatedDoor, 'telemetry'> {
  /** The schemas of the routes. */
  readonly operations: Operations;
  readonly keys: Pick<KeyStore, 'pepper'>;
  readonly callerBudget: CallerBudget;
  readonly callerQuota: CallerQuota;
  /** Where an answer may be found without any work, in the order in which they are asked. */
  readonly answerSources: readonly AnswerSource[];
}

/** `POST /v1/extract`: for callers with the scope `extract`; rate-limited per address. */
export function extractRoute(app: FastifyInstance, door: ExtractDoor): void {
  const { hooks, tell } = door.telemetry;
  const slots = workSlots(door.limits);
  const onRequest = [...ratedCallers(door, 'extract'), door.callerQuota.guard, admission({ limits: door.limits, slots, tell })];
  app.post('/v1/extract', { ...hooks, onRequest, schema: door.operations.extract }, async (request, reply) => {
    const upload = await readUpload({ request, reply }, { limits: door.limits, formats: door.engine.formats });
    const asked = { request, reply, upload, sealedStore: once(() => sealedStoreOf(request, door.keys)) };
    const caller = requiredCallerOf(request);
    const paid = { tokenBudget: door.callerBudget(caller), reservation: door.callerQuota.open(request) };
    const call = { request, reply, caller: `${caller.kind} ${caller.id}`, ...paid };
    const work: AnswerWork = (keepWith) => extractCall({ ...door, slots }, upload, { ...call, keepWith });
    return sendAnswer(await answered(door.answerSources, asked, work), reply);
  });
}

/** Asks each source in order; if none has an answer, the extraction runs. It keeps its answer as the last source says that knows how. */
const answered = (
  [first, ...rest]: readonly AnswerSource[],
  asked: Asked,
  work: AnswerWork,
  keepWith?: KeepWith<CompletedAnswer>,
): Promise<CompletedAnswer> => (first ? first(asked, (own = keepWith) => answered(rest, asked, work, own)) : work(keepWith));
