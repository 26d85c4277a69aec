import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type KeepWith, onceForKey } from '../extraction/idempotency.js';
import { recipientFor, type SealedStore, sealedStoreFor, sealingSecretOf } from '../extraction/sealed-store.js';
import { callersCounted } from '../guards/admission.js';
import { AdmissionQueue } from '../guards/admission-queue.js';
import { askedResource, ownerOf, requiredCallerOf } from '../guards/caller.js';
import { requireCredits } from '../guards/credits.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { onceClosed } from '../http/connection.js';
import { type BatchLimits, batchLimits } from '../http/limits.js';
import { existing, fromStore, Refusal } from '../http/refusal.js';
import { repeatable } from '../http/request.js';
import { type BatchForm, bodyTooLarge, withBatchForm } from '../http/upload/read-batch-form.js';
import { type UploadCall, withIgnored } from '../http/upload/read-upload.js';
import { takeIn } from '../jobs/batches/take-in.js';
import { attempts } from '../jobs/end-run.js';
import { enqueueBatch, requireRoom, requireWebhook } from '../jobs/enqueue.js';
import { newBatchId } from '../jobs/job-id.js';
import { jobOptions } from '../jobs/job-options.js';
import type { BatchProgress, BatchStore } from '../state/batch-store.js';
import { type Recipient, recipientOf, sealFor } from '../state/sealing.js';
import { whileQueuing } from '../telemetry/follow.js';
import type { TraceContext } from '../telemetry/listener.js';
import type { BatchesBody, WholeBatchBody } from '../wire/jobs.js';
import type { BatchesQuery } from '../wire/queries.js';
import { type BatchNote, batchBody, batchNoteName, begunBatchBody, wholeBatchBody } from './batch-answer.js';
import type { FileServices } from './files.js';
import type { JobServices } from './jobs.js';

export interface BatchServices extends JobServices, Pick<FileServices, 'files'> {
  readonly batches: BatchStore;
}

/** The fields of a batch's form that are texts: the schema of lines without one, and of the batch itself `metadata`, `keep`, `expires` and `webhook`. */
const batchFields = ['output_schema', 'metadata', 'keep', 'expires', 'webhook'];

/** How many batches one process takes in at once: each may take half a gigabyte of its disk meanwhile. */
const takenInAtOnce = 4;
/** How long taking one in may take, after which its `Idempotency-Key` is free again. */
const takingInMs = 3_600_000;

/** `/v1/batches`: jobs that are sent together, for callers with the scope `jobs`. */
export function batchesRoutes(app: FastifyInstance, services: BatchServices): void {
  const { operations } = services;
  const { guard, hooks } = services.telemetry;
  const limits = batchLimits(services.limits.fileBytes);
  const mayUpload = [
    ...ratedCallers(services, 'jobs'),
    requireCredits(services.quotas, (request) => services.callerCredits(requiredCallerOf(request))),
    batchAdmission(services, limits),
  ];
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(services.authentication, 'jobs')];
  const seen = { ...hooks, onRequest: mayAsk };
  app.post('/v1/batches', { ...hooks, onRequest: mayUpload, schema: operations.addBatch }, async (request, reply) =>
    takeBatch({ ...services, batch: limits }, { request, reply }),
  );
  app.get<{ Querystring: BatchesQuery }>('/v1/batches', { ...seen, schema: operations.batches, exposeHeadRoute: true }, async (request) =>
    list(services, request),
  );
  app.get('/v1/batches/:id', { ...seen, schema: operations.batch, exposeHeadRoute: true }, async (request) => show(services, request));
  app.delete('/v1/batches/:id', { ...seen, schema: operations.endBatch }, async (request) => cancelOrForget(services, request));
}

/** Guards the body of a batch before a byte of it is read. */
function batchAdmission({ limits: { queueMs, requestsWaiting } }: BatchServices, limits: BatchLimits): onRequestAsyncHookHandler {
  const bodies = new AdmissionQueue(
    { capacity: { batches: takenInAtOnce }, maxWaitMs: queueMs, maxWaiting: requestsWaiting },
    takenInAtOnce,
  );
  return async (request, reply) => {
    if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new Refusal('WRONG_MEDIA_TYPE', 'The request must be multipart/form-data with the part jobs');
    if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw bodyTooLarge(limits);
    const release = await bodies.enter({ amounts: { batches: 1 }, callers: callersCounted(request) });
    onceClosed(reply, release);
  };
}

type TakingServices = BatchServices & { readonly batch: BatchLimits };

/** Takes a batch in, as a whole or not at all. */
async function takeBatch(services: TakingServices, { request, reply }: UploadCall): Promise<WholeBatchBody> {
  const { limits, batch, answers, keys } = services;
  const secret = await sealingSecretOf(request, keys);
  const recipient = recipientOf(secret);
  return withBatchForm(request, { limits, batch, known: batchFields }, async (form) => {
    withIgnored(reply, form.ignored);
    const begin = (keepWith?: KeepWith<WholeBatchBody>) => beginBatch(services, { request, reply, form, recipient, keepWith });
    const repeated = { ...repeatable(request), sealedStore: async () => sealedStoreFor(secret), content: contentOf(form) };
    const { answer, isReplayed } = await onceForKey<WholeBatchBody, WholeBatchBody>({ answers, leaseMs: takingInMs }, repeated, begin);
    if (isReplayed) reply.header('Idempotent-Replayed', 'true');
    reply.code(202).header('Location', `${request.server.prefix}/v1/batches/${answer.id}`);
    return answer;
  });
}

/** One name for all that a batch is. */
const contentOf =
  ({ texts, jobs, documents, archive }: BatchForm) =>
  (store: SealedStore): string =>
    store.name(
      'batch',
      JSON.stringify([...texts].toSorted()),
      jobs.digest,
      JSON.stringify([...documents].map(([name, { digest }]) => [name, digest])),
      archive?.part.digest ?? '',
    );

interface BatchOpening extends UploadCall {
  readonly form: BatchForm;
  readonly recipient: Recipient;
  readonly keepWith: KeepWith<WholeBatchBody> | undefined;
}

/** Puts down what came with a batch, and queues its jobs. */
async function beginBatch(services: TakingServices, { request, reply, form, recipient, keepWith }: BatchOpening): Promise<WholeBatchBody> {
  const id = newBatchId();
  const queued = services.telemetry.of({ request, reply }).queues(id);
  const begin = async (trace: TraceContext | undefined): Promise<WholeBatchBody> => {
    const { metadata, keepMs, expiresInMs, webhook } = jobOptions(form.texts, services.longestKeepHours);
    const caller = requiredCallerOf(request);
    const owner = ownerOf(caller);
    await requireWebhook(services.webhooks, owner, webhook);
    const key = await fromStore(services.workersKey());
    try {
      const order = { id, form, owner, caller, recipient: recipient.publicKey, key, requestId: request.id, trace };
      const terms = { ...services, documents: services.jobs.documents, limits: services.batch };
      const { jobs, unused } = await takeIn({ ...terms, requireRoom: (more) => requireRoom(services, owner, more) }, order);
      const note: BatchNote = { metadata, unused };
      const sealed = sealFor(recipient.publicKey, Buffer.from(JSON.stringify(note)), batchNoteName(id));
      const batch = { id, owner, note: sealed, keepMs, expiresInMs, attempts, webhook };
      const body = begunBatchBody(batch, jobs, recipient);
      await enqueueBatch(services, caller, { batch, jobs, made: keepWith?.(body) });
      return body;
    } catch (error) {
      await services.batches
        .abandon(id)
        .catch((cause) => request.log.error({ err: cause }, 'a batch could not be forgotten; the next sweeps do it'));
      throw error;
    }
  };
  return whileQueuing(queued, begin, ({ jobs }) => jobs);
}

async function list(services: BatchServices, request: FastifyRequest<{ Querystring: BatchesQuery }>): Promise<BatchesBody> {
  const { cursor, limit } = request.query;
  const recipient = await recipientFor(request, services.keys);
  const page = await fromStore(services.batches.list(ownerOf(requiredCallerOf(request)), { after: cursor, limit }));
  return { batches: page.batches.map((batch) => batchBody(batch, recipient)), next: page.next ?? null };
}

async function show(services: BatchServices, request: FastifyRequest): Promise<WholeBatchBody> {
  const { id, owner } = askedResource(request);
  return answered(services, request, await fromStore(services.batches.find(owner, id)));
}

/** Cancels what is under way of a batch, and forgets one that had ended. The batch as it is then, or was. */
async function cancelOrForget(services: BatchServices, request: FastifyRequest): Promise<WholeBatchBody> {
  const { id, owner } = askedResource(request);
  const found = await fromStore(services.batches.find(owner, id));
  const batch = found?.endedAt ? found : await fromStore(services.batches.cancel(owner, id));
  if (found?.endedAt) await fromStore(services.batches.remove(owner, id));
  return answered(services, request, batch);
}

const answered = async (services: BatchServices, request: FastifyRequest, batch: BatchProgress | undefined): Promise<WholeBatchBody> =>
  wholeBatchBody(existing('batch', batch), await recipientFor(request, services.keys));
