import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Classification, once, parseSchema, type SourceFile, type TokenBudget } from '../../core/index.js';
import { type Answer, type CompletedAnswer, type ExtractionServices, extract } from '../extraction/extract.js';
import { unclassified, withFoundSchema } from '../extraction/found-schema.js';
import { type KeepWith, onceForKey } from '../extraction/idempotency.js';
import type { ResponseCache } from '../extraction/response-cache.js';
import { contentName, type SealedStore, sealedStoreOf } from '../extraction/sealed-store.js';
import { admission, callersCounted, type WorkSlots, workSlots } from '../guards/admission.js';
import { nameOf, requiredCallerOf } from '../guards/caller.js';
import { type CallerCredits, CreditReservation, requireCredits } from '../guards/credits.js';
import { type CallerServices, ratedCallers } from '../guards/require-caller.js';
import type { CallerBudget } from '../guards/token-budgets.js';
import { badRequest, Refusal } from '../http/refusal.js';
import { type Call, errorCodeHeader, onceClosed, repeatable, wantsFresh } from '../http/request.js';
import {
  collectForm,
  inMemory,
  noFile,
  type ReadForm,
  readScoring,
  readUpload,
  type Upload,
  withIgnored,
} from '../http/upload/read-upload.js';
import { type KeptRequest, keepRun, keptFields, keptRequest, type RunKeeper } from '../jobs/review/keep-run.js';
import type { Operations } from '../reference/operations.js';
import type { AnswerStore } from '../state/answer-store.js';
import type { KeyStore, QuotaStore } from '../state/store.js';
import type { ExtractionBody } from '../wire/extraction.js';
import { classificationBody } from '../wire/wire.js';

/** What the endpoints for known callers work with. */
export interface ExtractServices extends ExtractionServices, Omit<CallerServices, 'telemetry'> {
  /** The schemas of the routes. */
  readonly operations: Operations;
  readonly keys: Pick<KeyStore, 'pepper'>;
  readonly callerBudget: CallerBudget;
  readonly callerCredits: CallerCredits;
  readonly quotas: QuotaStore;
  /** Absent where no answer can be kept for people. */
  readonly keeper: RunKeeper | undefined;
  readonly answers: AnswerStore;
  /** Absent where no answer is given again unless its `Idempotency-Key` is repeated. */
  readonly cache: ResponseCache | undefined;
  /** How long a reservation, or a claim, outlives a process that may have died. */
  readonly leaseMs: number;
}

/** `POST /v1/extract`, and `POST /v1/score` for what somebody else has read: for callers with the scope `extract`; rate-limited per address. */
export function extractRoutes(app: FastifyInstance, services: ExtractServices): void {
  const { limits, quotas, callerCredits, engine, operations } = services;
  const { hooks, tell } = services.telemetry;
  const slots = workSlots(limits);
  const onRequest = [
    ...ratedCallers(services, 'extract'),
    requireCredits(quotas, (request) => callerCredits(requiredCallerOf(request))),
    admission({ limits, slots, tell, wanted: wantedBy }),
  ];
  const terms = { limits, formats: engine.formats, schemas: engine.schemas };
  app.post('/v1/extract', { ...hooks, onRequest, schema: operations.extract }, async (request, reply) =>
    answerOnce({ ...services, slots }, await readUpload({ request, reply }, terms, keptFields), { request, reply }),
  );
  app.post('/v1/classify', { ...hooks, onRequest, schema: operations.classify }, async (request, reply) => {
    const { file, ignored } = await collectForm(request, limits, { fields: [], keepFile: inMemory });
    withIgnored(reply, ignored);
    if (file === undefined) throw badRequest(noFile(engine.formats));
    return classificationBody(await classifyForRequest({ ...services, slots }, file, { request, reply }));
  });
  app.post('/v1/score', { ...hooks, onRequest, schema: operations.score }, async (request, reply) =>
    answerOnce({ ...services, slots }, await readScoring({ request, reply }, terms, keptFields), { request, reply }),
  );
}

function wantedBy({ routeOptions: { url = '' } }: FastifyRequest): string {
  if (url.endsWith('/score')) return 'the fields file and data';
  return url.endsWith('/classify') ? 'the field file' : 'the fields file and output_schema';
}

/** The answer that is kept for the key of the request, or for one like it; else the work is done. */
async function answerOnce(
  services: ExtractServices & { readonly slots: WorkSlots },
  { upload: sent, texts }: ReadForm<SourceFile>,
  call: Call,
): Promise<ExtractionBody> {
  const upload = await withFoundSchema(sent, (file) => classifyForRequest(services, file, call));
  const { cache, keys, keeper } = services;
  const { request, reply } = call;
  const kept = upload.review && (await keptRequest(keeper, request, { upload, texts }));
  const sealedStore = once(() => sealedStoreOf(request, keys));
  const content = (store: SealedStore): string => store.name(contentName(store, upload), JSON.stringify(kept?.options ?? null));
  const work = (keepWith?: KeepWith<CompletedAnswer>) => extractCharged(services, upload, { ...call, keepWith, kept });
  const { answer, isReplayed } = await onceForKey<Answer, CompletedAnswer>(
    services,
    { ...repeatable(request), sealedStore, content, keep: ({ complete: _, postponed: __, review: ___, ...answer }) => answer },
    async (keepWith) => {
      if (!cache) return work(keepWith);
      const lookUp = { ...call, name: async () => content(await sealedStore()) };
      return fromCache(cache, lookUp, () => work(keepWith));
    },
  );
  if (isReplayed) reply.header('Idempotent-Replayed', 'true');
  return sendAnswer(answer, reply);
}

/** Gives the answer of the cache again, and says so; `Cache-Control: no-cache` has the work done anew. */
async function fromCache(
  cache: ResponseCache,
  { request, reply, name: naming }: Call & { name(): Promise<string> },
  work: () => Promise<CompletedAnswer>,
): Promise<CompletedAnswer> {
  const began = performance.now();
  const name = await naming();
  const known = wantsFresh(request) ? undefined : cache.find(name, began);
  reply.header('X-Vouch-Cache', known ? 'hit' : 'miss');
  if (known) return known;
  const answer = await work();
  cache.add(name, answer);
  return answer;
}

interface ChargedCall extends Call {
  readonly keepWith: KeepWith<CompletedAnswer> | undefined;
  /** Set where people can look at the answer. */
  readonly kept: KeptRequest | undefined;
}

/**
 * Extracts. Where the caller has a limit, the most that the document can cost is reserved before, and what it cost charged after, in one
 * transaction with the answer that is kept for a repeated key.
 */
async function extractCharged(
  services: ExtractServices & { readonly slots: WorkSlots },
  upload: Upload,
  { request, reply, keepWith, kept }: ChargedCall,
): Promise<CompletedAnswer> {
  const caller = requiredCallerOf(request);
  const account = services.callerCredits(caller);
  const terms = { leaseMs: services.leaseMs, tell: services.telemetry.tell };
  const reservation = account && new CreditReservation(services.quotas, account, terms);
  const reserve = async (most: number): Promise<void> => (most > 0 ? reservation?.reserve(most) : undefined);
  let made: CompletedAnswer | undefined;
  let credits = 0;
  try {
    const task = { caller: nameOf(caller), tokenBudget: services.callerBudget(caller), reserve };
    const answer = await extractForRequest(services, upload, { request, reply, ...task });
    credits = answer.body.metadata.credits;
    made = kept && services.keeper ? await keepRun(services.keeper, request, { ...kept, answer }) : answer;
    return made;
  } finally {
    const answer = made;
    await reservation?.charge(credits, request.log, answer && keepWith && (() => keepWith(answer)));
  }
}

/** One extraction for a request that waits for its answer; the other members are those of an `ExtractionTask`. */
export interface RequestTask extends Call {
  readonly caller: string;
  readonly guest?: true;
  readonly tokenBudget?: TokenBudget | undefined;
  reserve(maxCredits: number): Promise<void>;
}

/** Extracts as soon as this machine has a slot for it. @throws Refusal, 499 when the client is gone, and InputError as `extract` */
export async function extractForRequest(
  services: ExtractionServices & { readonly slots: WorkSlots },
  upload: Upload,
  { request, reply, ...task }: RequestTask,
): Promise<CompletedAnswer> {
  const signal = goneSignal(reply);
  parseSchema(upload.outputSchema);
  const followed = services.telemetry.of({ request, reply });
  try {
    const release = await services.slots.acquire(callersCounted(request), signal);
    try {
      // A request that waits for a provider needs no slot.
      return await extract(services, upload, { ...task, ...followed, log: request.log, signal, onProviderCall: release });
    } finally {
      release();
    }
  } catch (error) {
    throw signal.aborted && !(error instanceof Refusal) ? new Refusal('CLIENT_GONE', 'The client is gone', {}, { cause: error }) : error;
  }
}

/** Classifies as soon as this machine has a slot for it. @throws InputError for a file that cannot be read, and Refusal, 499 when the client is gone, 503 when time ran out */
async function classifyForRequest(
  { engine, parserCaller, slots }: ExtractServices & { readonly slots: WorkSlots },
  file: SourceFile,
  { request, reply }: Call,
): Promise<Classification> {
  const signal = goneSignal(reply);
  try {
    const release = await slots.acquire(callersCounted(request), signal);
    const caller = parserCaller(nameOf(requiredCallerOf(request)));
    return await engine.classify({ ...file, caller }, signal).finally(release);
  } catch (error) {
    if (signal.aborted && !(error instanceof Refusal)) throw new Refusal('CLIENT_GONE', 'The client is gone', {}, { cause: error });
    throw unclassified(error);
  }
}

/**
 * Fires when the caller hangs up before the answer is out. The request's own signal is no use here: it fires as soon as a body has been
 * read, with the caller still there.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceClosed(reply, () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** Sets the headers of the outcome and returns the body. */
export function sendAnswer({ body, fallbackFields }: Answer, reply: FastifyReply): ExtractionBody {
  if (fallbackFields !== undefined) reply.header('Fallback-Fields', fallbackFields);
  if (body.error) reply.header(errorCodeHeader, body.error.code);
  return body;
}
