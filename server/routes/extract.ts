import type { FastifyInstance } from 'fastify';
import { admission } from '../guards/admission.js';
import { limitRate } from '../guards/limit-rate.js';
import { requireKey } from '../guards/require-key.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { RateStore } from '../state/store.js';
import { wire } from '../wire.js';
import { type ExtractionDoor, extraction } from './extraction.js';

export interface ExtractDoor extends ExtractionDoor {
  readonly rates: RateStore;
  readonly rateLimit: number;
  readonly ring: KeyRing;
}

/** `POST /v1/extract`: for those who have a key, once a second and address. */
export function extractRoute(app: FastifyInstance, door: ExtractDoor): void {
  const { guard, hooks, tell } = door.telemetry;
  const onRequest = [guard, limitRate(door.rates, door.rateLimit), requireKey(door.ring), admission(door.limits, tell)];
  app.post('/v1/extract', { ...hooks, onRequest }, async (request, reply) => wire(await extraction(door, { request, reply })));
}
