import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { JsonObject } from '../../core/index.js';
import { type KeepWith, onceForKey } from '../extraction/idempotency.js';
import { recipientFor, type SealedStore, sealedStoreFor, sealingSecretOf } from '../extraction/sealed-store.js';
import { callersCounted } from '../guards/admission.js';
import { AdmissionQueue } from '../guards/admission-queue.js';
import { askedResource, ownerOf, requiredCallerOf } from '../guards/caller.js';
import { requireCredits } from '../guards/credits.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { type BatchLimits, batchLimits } from '../http/limits.js';
import { existing, fromStore, Refusal } from '../http/refusal.js';
import { type Call, onceClosed, repeatable } from '../http/request.js';
import { type BatchForm, bodyTooLarge, withBatchForm } from '../http/upload/read-batch-form.js';
import { withIgnored } from '../http/upload/read-upload.js';
import { takeIn } from '../jobs/batches/take-in.js';
import { attempts } from '../jobs/end-run.js';
import { enqueueBatch, requireRoom, requireWebhook } from '../jobs/enqueue.js';
import { newBatchId } from '../jobs/job-id.js';
import { jobOptions } from '../jobs/job-options.js';
import { openedText } from '../jobs/sealed-job.js';
import type { BatchProgress, BatchRecord, BatchStore, EndedFilter, NewBatch } from '../state/job-store.js';
import { type Recipient, recipientOf, sealFor } from '../state/sealing.js';
import { whileQueuing } from '../telemetry/follow.js';
import type { TraceContext } from '../telemetry/listener.js';
import type { BatchBody, BatchesBody, WholeBatchBody } from '../wire/jobs.js';
import type { BatchesQuery } from '../wire/queries.js';
import type { FileServices } from './files.js';
import { jobLine } from './job-answer.js';
import type { JobServices } from './jobs.js';

interface BatchServices extends JobServices, Pick<FileServices, 'files'> {
  readonly batches: BatchStore;
}

/** The fields of a batch's form that are texts: the schema of lines without one (`output_schema` or `schema`), and of the batch itself `metadata`, `keep`, `expires` and `webhook`. */
const batchFields = ['output_schema', 'schema', 'metadata', 'keep', 'expires', 'webhook'];

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
async function takeBatch(services: TakingServices, { request, reply }: Call): Promise<WholeBatchBody> {
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

interface BatchOpening extends Call {
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
      const terms = { ...services, documents: services.jobs.documents, limits: services.batch, schemas: services.engine.schemas };
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

/** What the caller sees again of its batch. */
interface BatchNote {
  readonly metadata: JsonObject | null;
  /** Documents that came with it and that no line names. */
  readonly unused: number;
}

const batchNoteName = (batch: string): string => `${batch} note`;

function batchBody(batch: BatchRecord, recipient: Recipient): BatchBody {
  const note = openedText(recipient, batch.note, batchNoteName(batch.id));
  const { metadata, unused } = note === undefined ? { metadata: null, unused: null } : (JSON.parse(note) as BatchNote);
  return {
    id: batch.id,
    status: batch.endedAt ? 'ended' : 'running',
    metadata,
    jobs: batch.jobs,
    unfinished: batch.unfinished,
    unused_files: unused,
    webhook: batch.webhook,
    created_at: batch.createdAt.toISOString(),
    ended_at: batch.endedAt?.toISOString() ?? null,
    kept_until: batch.keptUntil?.toISOString() ?? null,
  };
}

const wholeBatchBody = (batch: BatchProgress, recipient: Recipient): WholeBatchBody => ({
  ...batchBody(batch, recipient),
  counts: batch.counts,
  credits: batch.credits,
});

/** A batch that begins now. */
const begunBatchBody = ({ id, owner, note, webhook }: NewBatch, jobs: number, recipient: Recipient): WholeBatchBody => {
  const times = { createdAt: new Date(), endedAt: null, keptUntil: null };
  const counts = { queued: jobs, running: 0, done: 0, failed: 0, cancelled: 0, expired: 0 };
  return wholeBatchBody({ id, owner, note, webhook, ...times, jobs, unfinished: jobs, counts, credits: 0 }, recipient);
};

/** Jobs that are read from the store at once, each with its result. */
const jobsAtOnce = 20;

/** `/v1/batches/{id}/results` and `/errors`: what has ended of a batch so far, in the order of its lines. */
export function batchResultsRoutes(app: FastifyInstance, services: BatchServices): void {
  const { guard, hooks } = services.telemetry;
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(services.authentication, 'jobs')];
  const seen = { ...hooks, onRequest: mayAsk, exposeHeadRoute: true };
  const answer = (statuses: EndedFilter['statuses']) => (request: FastifyRequest, reply: FastifyReply) =>
    send(services, { request, reply, statuses });
  app.get(
    '/v1/batches/:id/results',
    { ...seen, schema: services.operations.batchResults },
    answer(['done', 'failed', 'cancelled', 'expired']),
  );
  app.get('/v1/batches/:id/errors', { ...seen, schema: services.operations.batchErrors }, answer(['failed', 'cancelled', 'expired']));
}

async function send(services: BatchServices, { request, reply, statuses }: Call & Pick<EndedFilter, 'statuses'>): Promise<FastifyReply> {
  const { id, owner } = askedResource(request);
  existing('batch', await fromStore(services.batches.find(owner, id)));
  const recipient = await recipientFor(request, services.keys);
  reply.type('application/jsonl; charset=utf-8');
  if (request.method === 'HEAD') return reply.send('');
  const page = (after: string | undefined) => services.batches.ended(owner, id, { after, limit: jobsAtOnce, statuses });
  return reply.send(Readable.from(lines(page, recipient)));
}

/** The lines, page by page, as fast as the caller reads them. */
async function* lines(
  page: (after: string | undefined) => ReturnType<BatchServices['batches']['ended']>,
  recipient: Recipient,
): AsyncGenerator<string> {
  for (let jobs = await page(undefined); jobs.length > 0; jobs = await page(jobs.at(-1)?.id))
    for (const job of jobs) yield `${jobLine(job, recipient)}\n`;
}
