import type { FastifyInstance } from 'fastify';
import { admission } from '../guards/admission.js';
import { openDesk } from '../guards/desk.js';
import type { KeyRing } from '../guards/keys/key-ring.js';
import { limitRate } from '../guards/limit-rate.js';
import { requireKey } from '../guards/require-key.js';
import { bearer } from '../http/bearer.js';
import type { RateStore } from '../state/store.js';
import type { AnswerSource, Asked, CompletedAnswer } from './answers/answer-source.js';
import { sealedStoreFor } from './answers/sealed-store.js';
import { type ExtractionCall, type ExtractionDoor, extractions } from './extraction.js';

export interface ExtractDoor extends ExtractionDoor {
  readonly rates: RateStore;
  readonly rateLimit: number;
  readonly ring: KeyRing;
  /** Who may have the answer already, in the order in which they are asked. */
  readonly recalls: readonly AnswerSource[];
}

/** `POST /v1/extract`: for those who have a key, once a second and address. */
export function extractRoute(app: FastifyInstance, door: ExtractDoor): void {
  const { guard, hooks, tell } = door.telemetry;
  const desk = openDesk(door.limits);
  const extraction = extractions({ ...door, desk });
  const onRequest = [guard, limitRate(door.rates, door.rateLimit), requireKey(door.ring), admission({ limits: door.limits, desk, tell })];
  app.post('/v1/extract', { ...hooks, onRequest }, async (request, reply) => {
    const vault = sealedStoreFor(bearer(request.raw) ?? '');
    const recall: ExtractionCall['recall'] = (upload, work) => remembered(door.recalls, { request, reply, upload, vault }, work);
    return extraction({ request, reply, recall });
  });
}

/** Each may answer before the next is asked, and the work is what the last one asks for. */
const remembered = (
  [first, ...rest]: readonly AnswerSource[],
  asked: Asked,
  work: () => Promise<CompletedAnswer>,
): Promise<CompletedAnswer> => (first ? first(asked, () => remembered(rest, asked, work)) : work());
