import type { FastifyInstance } from 'fastify';
import {
  type Call,
  type CompletedAnswer,
  type ExtractionDoor,
  type OpenedExtraction,
  openCall,
  sendAnswer,
} from '../extraction/extraction.js';
import { admission, type WorkSlots, workSlots } from '../guards/admission.js';
import { allowOrigin } from '../guards/allow-origin.js';
import { leaseFor, type PlaygroundQuota, playgroundQuota } from '../guards/credits.js';
import { limitTogether } from '../guards/limit-rate.js';
import { clientOf } from '../http/addresses.js';
import { share } from '../http/limits.js';
import { Refusal } from '../http/refusal.js';
import { readUpload } from '../http/upload/read-upload.js';
import type { Operations } from '../reference/operations.js';
import type { QuotaStore } from '../state/store.js';
import type { ExtractionBody } from '../wire/extraction.js';
import { playgroundPage } from './playground-page.js';
import { playgroundState } from './playground-state.js';

/** All of the playground: where its page sends a document, what it asks before, and the page itself. */
export function playgroundRoutes(app: FastifyInstance, door: PlaygroundDoor): void {
  playgroundRoute(app, { ...door, limits: share(door.limits, 0.25) });
  playgroundState(app, door);
  playgroundPage(app, door.operations);
}

interface PlaygroundDoor extends ExtractionDoor {
  readonly operations: Operations;
  readonly quotas: QuotaStore;
  readonly origins: readonly string[];
  readonly deadlineMs: number;
}

/** `POST /v1/playground`: needs no key; allowed origins only; limited by daily credits. Everything else is as in `/v1/extract`. */
function playgroundRoute(app: FastifyInstance, door: PlaygroundDoor): void {
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
  app.post('/v1/playground', { ...hooks, onRequest, schema: door.operations.playground }, (request, reply) =>
    extractCharged({ ...door, slots, quota }, { request, reply, caller: `address ${clientOf(request.ip)}`, guest: true }),
  );
  app.options('/v1/playground', { onRequest: origin, schema: door.operations.playgroundPreflight }, (_request, reply) => {
    reply.headers(preflight).code(204).send();
  });
}

/** Browsers ask this before they send a form from another origin. */
const preflight = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
};

type ChargedDoor = PlaygroundDoor & { readonly slots: WorkSlots; readonly quota: PlaygroundQuota };

/** What it costs to open a document that is then not extracted: it is unreadable, its price is not left, or its sender has gone. */
const openingCredits = 1;

/** Opens a document with that credit reserved, so that requests at the same time cannot share the last one, and extracts it. */
async function extractCharged(door: ChargedDoor, call: Call): Promise<ExtractionBody> {
  const { reply } = call;
  const upload = await readUpload(call, { limits: door.limits, formats: door.engine.formats });
  const opening = await reserveOpening(door.quota, call);
  let opened: OpenedExtraction | undefined;
  try {
    opened = await openCall(door, upload, call);
    if (opened.maxCredits > 0) await opening.settle(0);
    const answer = opened.maxCredits > 0 ? await extractReserved(opened, door.quota, call) : await opened.extract();
    await opening.settle(answer.body.error ? openingCredits : 0);
    return sendAnswer({ ...answer, body: withoutPrices(answer.body) }, reply);
  } catch (error) {
    await opening.settle(error instanceof Refusal && error.status === 499 ? openingCredits : 0);
    throw error;
  } finally {
    opened?.close();
  }
}

/** Reserves the most that the document can cost, and charges what it actually cost. Without an outcome all reserved credits are released. */
async function extractReserved({ maxCredits, extract }: OpenedExtraction, quota: PlaygroundQuota, call: Call): Promise<CompletedAnswer> {
  const { request } = call;
  const account = quota.open(clientOf(request.ip));
  let credits = 0;
  try {
    await account.reserve(maxCredits).catch(async (refusal) => {
      // Where nothing is left there is nothing to charge.
      const opening = await reserveOpening(quota, call).catch(() => undefined);
      await opening?.settle(openingCredits);
      throw refusal;
    });
    const answer = await extract();
    credits = answer.body.metadata.credits;
    return answer;
  } finally {
    await account.settle(credits, request.log);
  }
}

/** @throws Refusal 429 when nothing is left today */
async function reserveOpening(quota: PlaygroundQuota, { request }: Call): Promise<{ settle(credits: number): Promise<void> }> {
  const account = quota.open(clientOf(request.ip));
  // Where the reply was lost the hold may exist all the same.
  await account.reserve(openingCredits).catch(async (error) => {
    await account.settle(0, request.log);
    throw error;
  });
  let held = true;
  return {
    async settle(credits) {
      if (held) await account.settle(credits, request.log);
      held = false;
    },
  };
}

/** What an operator pays is nobody's business who has no key. */
const withoutPrices = ({ usage, ...body }: ExtractionBody): ExtractionBody => {
  if (!usage) return body;
  const { currency: _, ...counts } = usage;
  return { ...body, usage: { ...counts, cost: null, models: usage.models.map((model) => ({ ...model, cost: null })) } };
};
