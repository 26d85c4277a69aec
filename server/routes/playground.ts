import type { FastifyInstance } from 'fastify';
import { clientOf } from '../guards/addresses.js';
import { admission } from '../guards/admission.js';
import { allowOrigin } from '../guards/allow-origin.js';
import { leaseFor } from '../guards/from-store.js';
import { limitTogether } from '../guards/limit-together.js';
import { type PlaygroundQuota, playgroundQuota } from '../guards/playground-quota.js';
import { type WorkSlots, workSlots } from '../guards/work-slots.js';
import { readUpload } from '../http/upload/read-upload.js';
import type { QuotaStore } from '../state/store.js';
import type { ExtractionBody } from '../wire/schemas.js';
import { type Call, type ExtractionDoor, openCall, sendAnswer } from './extraction.js';

export interface PlaygroundDoor extends ExtractionDoor {
  readonly quotas: QuotaStore;
  readonly origins: readonly string[];
  readonly deadlineMs: number;
}

/** `POST /v1/playground`: needs no key; allowed origins only; limited by daily credits. Everything else is as in `/v1/extract`. */
export function playgroundRoute(app: FastifyInstance, door: PlaygroundDoor): void {
  const origin = allowOrigin(door.origins);
  const { guard, hooks, tell } = door.telemetry;
  const slots = workSlots(door.limits);
  const quota = playgroundQuota(door.quotas, { limit: door.limits.playgroundCredits, leaseMs: leaseFor(door.deadlineMs), tell });
  const onRequest = [
    guard,
    origin,
    quota.guard,
    limitTogether(door.limits.playgroundTogether),
    admission({ limits: door.limits, slots, tell }),
  ];
  app.post('/v1/playground', { ...hooks, onRequest }, (request, reply) =>
    extractCharged({ ...door, slots }, { request, reply, caller: `address ${clientOf(request.ip)}` }, quota),
  );
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

/** Reserves the most that the document can cost, and charges what it actually cost. Without an outcome all reserved credits are released. */
async function extractCharged(
  door: PlaygroundDoor & { readonly slots: WorkSlots },
  call: Call,
  quota: PlaygroundQuota,
): Promise<ExtractionBody> {
  const { request, reply } = call;
  const opened = await openCall(door, await readUpload(request, door.limits), call);
  const account = quota.open(clientOf(request.ip));
  let credits = 0;
  try {
    if (opened.maxCredits > 0) await account.reserve(opened.maxCredits);
    const answer = await opened.extract();
    credits = answer.body.metadata.credits;
    return sendAnswer({ ...answer, body: withoutPrices(answer.body) }, reply);
  } finally {
    opened.close();
    await account.settle(credits, request.log);
  }
}

/** What an operator pays is nobody's business who has no key. */
const withoutPrices = ({ usage, ...body }: ExtractionBody): ExtractionBody => {
  if (!usage) return body;
  const { currency: _, ...counts } = usage;
  return { ...body, usage: { ...counts, cost: null, models: usage.models.map((model) => ({ ...model, cost: null })) } };
};
