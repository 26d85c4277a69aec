import type { FastifyInstance } from 'fastify';
import { admission } from '../guards/admission.js';
import { allowOrigin } from '../guards/allow-origin.js';
import { clientOf } from '../guards/client-address.js';
import { openDesk } from '../guards/desk.js';
import { leaseFor } from '../guards/lease.js';
import { limitTogether } from '../guards/limit-together.js';
import { type PlaygroundQuota, playgroundQuota } from '../guards/playground-quota.js';
import type { QuotaStore } from '../state/store.js';
import { type ExtractionCall, type ExtractionDoor, extractions } from './extraction.js';

export interface PlaygroundDoor extends ExtractionDoor {
  readonly quotas: QuotaStore;
  readonly origins: readonly string[];
  readonly deadlineMs: number;
}

/** `POST /v1/playground`: no key, from allowed pages only, within the credits of a day. Everything else is as in `/v1/extract`. */
export function playgroundRoute(app: FastifyInstance, door: PlaygroundDoor): void {
  const origin = allowOrigin(door.origins);
  const { guard, hooks, tell } = door.telemetry;
  const desk = openDesk(door.limits);
  const extraction = extractions({ ...door, desk });
  const quota = playgroundQuota(door.quotas, { limit: door.limits.playgroundCredits, leaseMs: leaseFor(door.deadlineMs), tell });
  const onRequest = [
    guard,
    origin,
    quota.guard,
    limitTogether(door.limits.playgroundTogether),
    admission({ limits: door.limits, desk, tell }),
  ];
  app.post('/v1/playground', { ...hooks, onRequest }, async (request, reply) => charged({ request, reply }, quota, extraction));
  app.options('/v1/playground', { onRequest: origin }, (_request, reply) => {
    reply.headers(preflight).code(204).send();
  });
}

/** Browsers ask this before they send a form from another origin. */
const preflight = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
};

/** Charges what the work did cost. Work that ended without an outcome is given back. */
async function charged(call: ExtractionCall, quota: PlaygroundQuota, extraction: ReturnType<typeof extractions>) {
  const tab = quota.open(clientOf(call.request.ip));
  let credits = 0;
  try {
    const body = await extraction({ ...call, reserve: tab.reserve });
    credits = body.metadata.credits;
    return body;
  } finally {
    await tab.settle(credits, call.request.log);
  }
}
