import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Engine } from '../../core/index.js';
import type { ExtractionServices } from '../extraction/extract.js';
import { admission, type WorkSlots, workSlots } from '../guards/admission.js';
import { allowOrigin } from '../guards/allow-origin.js';
import { CreditReservation, playgroundCredits, requireCredits } from '../guards/credits.js';
import { limitConcurrency } from '../guards/limit-rate.js';
import { about } from '../http/about.js';
import { clientOf } from '../http/addresses.js';
import { type Limits, share } from '../http/limits.js';
import { badRequest, fromStore, Refusal } from '../http/refusal.js';
import type { Call } from '../http/request.js';
import { readUploadOrScoring } from '../http/upload/read-upload.js';
import type { Operations } from '../reference/operations.js';
import type { QuotaStore } from '../state/store.js';
import type { ExtractionBody } from '../wire/extraction.js';
import type { PlaygroundState } from '../wire/service.js';
import { extractForRequest, sendAnswer } from './extract.js';

/** All of the playground but its page: where that sends a document, and what it asks before. */
export function playgroundRoutes(app: FastifyInstance, services: PlaygroundServices): void {
  playgroundRoute(app, { ...services, limits: share(services.limits, 0.25) });
  playgroundState(app, services);
}

interface PlaygroundServices extends ExtractionServices {
  readonly operations: Operations;
  readonly quotas: QuotaStore;
  readonly origins: readonly string[];
  /** How long credits stay reserved for a request whose process may have died. */
  readonly leaseMs: number;
}

/** `POST /v1/playground`: needs no key; allowed origins only; limited by daily credits. Everything else is as in `/v1/extract`, or with `data` as in `/v1/score`. */
function playgroundRoute(app: FastifyInstance, services: PlaygroundServices): void {
  const origin = allowOrigin(services.origins);
  const { guard, hooks, tell } = services.telemetry;
  const slots = workSlots(services.limits);
  const onRequest = [
    guard,
    origin,
    requireCredits(services.quotas, (request) => playgroundCredits(request, services.limits.playgroundCredits)),
    limitConcurrency(services.limits.playgroundTogether),
    admission({ limits: services.limits, slots, tell }),
  ];
  app.post('/v1/playground', { ...hooks, onRequest, schema: services.operations.playground }, (request, reply) =>
    extractCharged({ ...services, slots }, { request, reply }),
  );
  app.options('/v1/playground', { onRequest: origin, schema: services.operations.playgroundPreflight }, (_request, reply) => {
    reply.headers(preflight).code(204).send();
  });
}

/** Browsers ask this before they send a form from another origin. */
const preflight = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
};

/** What it costs to open a document that is then not extracted: it is unreadable, its price is not left, or its sender has gone. */
const openingCredits = 1;

/**
 * Opens a document with that credit reserved, so that requests at the same time cannot share the last one. What the document can cost takes its
 * place before it is read, and what it did cost is charged.
 */
async function extractCharged(services: PlaygroundServices & { readonly slots: WorkSlots }, call: Call): Promise<ExtractionBody> {
  const { request, reply } = call;
  const { outputSchema, ...sent } = await readUploadOrScoring(call, {
    limits: services.limits,
    formats: services.engine.formats,
    schemas: services.engine.schemas,
  });
  if (outputSchema === null) throw badRequest('schema cannot be auto at the playground: POST /v1/extract takes it');
  const upload = { ...sent, outputSchema };
  const opening = await reserveOpening(services, request);
  const reading = reservationFor(services, request);
  const reserve = async (maxCredits: number): Promise<void> => {
    if (maxCredits === 0) return;
    await opening.charge(0, request.log);
    await reading.reserve(maxCredits).catch(async (refusal) => {
      // Where nothing is left there is nothing to charge.
      await reserveOpening(services, request).then(
        (again) => again.charge(openingCredits, request.log),
        () => undefined,
      );
      throw refusal;
    });
  };
  let credits = 0;
  try {
    const answer = await extractForRequest(services, upload, { ...call, caller: `address ${clientOf(request.ip)}`, guest: true, reserve });
    credits = answer.body.metadata.credits;
    await opening.charge(answer.body.error ? openingCredits : 0, request.log);
    return sendAnswer({ ...answer, body: withoutPrices(answer.body) }, reply);
  } catch (error) {
    await opening.charge(error instanceof Refusal && error.status === 499 ? openingCredits : 0, request.log);
    throw error;
  } finally {
    await reading.charge(credits, request.log);
  }
}

/** @throws Refusal 429 when nothing is left today */
async function reserveOpening(services: PlaygroundServices, request: FastifyRequest): Promise<CreditReservation> {
  const opening = reservationFor(services, request);
  await opening.reserve(openingCredits).catch(async (error) => {
    // Where the reply was lost the credit may be reserved all the same.
    await opening.charge(0, request.log);
    throw error;
  });
  return opening;
}

const reservationFor = ({ quotas, limits, leaseMs, telemetry }: PlaygroundServices, request: FastifyRequest): CreditReservation =>
  new CreditReservation(quotas, playgroundCredits(request, limits.playgroundCredits), { leaseMs, tell: telemetry.tell });

/** What an operator pays is nobody's business who has no key. */
const withoutPrices = ({ usage, ...body }: ExtractionBody): ExtractionBody => {
  if (!usage) return body;
  const { currency: _, ...counts } = usage;
  return { ...body, usage: { ...counts, cost: null, models: usage.models.map((model) => ({ ...model, cost: null })) } };
};

/**
 * `GET /playground/state`: the credits that a visitor has left today. It is a separate resource, so that the answer of `/v1/playground` stays
 * as specified; requesting it costs nothing.
 */
function playgroundState(
  app: FastifyInstance,
  {
    engine,
    limits,
    operations,
    quotas,
  }: { readonly operations: Operations; readonly engine: Engine; readonly limits: Limits; readonly quotas: QuotaStore },
): void {
  const { version } = about();
  app.get('/playground/state', { schema: operations.playgroundState, exposeHeadRoute: true }, async (request): Promise<PlaygroundState> => {
    const today = await fromStore(quotas.allowance(clientOf(request.ip), limits.playgroundCredits));
    return {
      version,
      file_bytes: limits.fileBytes,
      reads: { formats: engine.reads.formats, extensions: engine.reads.extensions, media_types: engine.reads.mediaTypes },
      price: { page: engine.credits.page, fallback_page: engine.credits.fallbackPage },
      credits: { left: today.left, a_day: limits.playgroundCredits, resets_in_ms: today.resetsInMs },
    };
  });
}
