import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { once } from '../../core/internal.js';
import type { KeepWith } from '../extraction/extraction.js';
import { onceForKey, running } from '../extraction/idempotency.js';
import { type SealedStore, sealedStoreFor, sealingSecretOf } from '../extraction/sealed-store.js';
import { sharersOf } from '../guards/admission.js';
import { AdmissionQueue } from '../guards/admission-queue.js';
import { type Caller, requiredCallerOf } from '../guards/caller.js';
import { refuseWithoutCredits, tooFew } from '../guards/credits.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { onceClosed } from '../http/connection.js';
import { type BatchLimits, batchLimits } from '../http/limits.js';
import { badRequest, fromStore, Refusal } from '../http/refusal.js';
import { type BatchForm, bodyTooLarge, withBatchForm } from '../http/upload/read-batch-form.js';
import { type UploadCall, withIgnored } from '../http/upload/read-upload.js';
import type { ConfineNode } from '../jobs/batches/archive.js';
import { takeIn } from '../jobs/batches/take-in.js';
import { attempts } from '../jobs/end-run.js';
import { newBatchId } from '../jobs/job-id.js';
import { jobWishes } from '../jobs/job-options.js';
import type { MadeAnswer } from '../state/answer-store.js';
import type { BatchProgress, BatchStore, NewBatch } from '../state/batch-store.js';
import { type Recipient, recipientOf, sealFor } from '../state/sealing.js';
import type { TraceContext } from '../telemetry/listener.js';
import type { BatchesBody, WholeBatchBody } from '../wire/jobs.js';
import type { BatchesQuery } from '../wire/queries.js';
import { type BatchNote, batchBody, batchNoteName, begunBatchBody, wholeBatchBody } from './batch-answer.js';
import type { FilesDoor } from './files.js';
import { type JobsDoor, ownerOf, requireWebhook } from './jobs.js';
import { whileQueuing } from './while-queuing.js';

export interface BatchesDoor extends JobsDoor, Pick<FilesDoor, 'files'> {
  readonly batches: BatchStore;
  /** Confines the process that unpacks zips. */
  readonly confine?: (() => Promise<ConfineNode>) | undefined;
}

/** The fields of a batch's form that are texts: the schema of lines without one, and of the batch itself `metadata`, `keep`, `expires` and `webhook`. */
const batchFields = ['output_schema', 'metadata', 'keep', 'expires', 'webhook'];

/** How many batches one process takes in at once: each may take half a gigabyte of its disk meanwhile. */
const takenInAtOnce = 4;
/** How long taking one in may take, after which its `Idempotency-Key` is free again. */
const takingInMs = 3_600_000;

/** `/v1/batches`: jobs that are sent together, for callers with the scope `jobs`. */
export function batchesRoutes(app: FastifyInstance, door: BatchesDoor): void {
  const { operations } = door;
  const { guard, hooks } = door.telemetry;
  const limits = batchLimits(door.limits.fileBytes);
  const mayUpload = [...ratedCallers(door, 'jobs'), door.callerQuota.guard, batchAdmission(door, limits)];
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(door.entrance, 'jobs')];
  const seen = { ...hooks, onRequest: mayAsk };
  app.post('/v1/batches', { ...hooks, onRequest: mayUpload, schema: operations.addBatch }, async (request, reply) =>
    take({ ...door, batch: limits }, { request, reply }),
  );
  app.get<{ Querystring: BatchesQuery }>('/v1/batches', { ...seen, schema: operations.batches, exposeHeadRoute: true }, async (request) =>
    list(door, request),
  );
  app.get('/v1/batches/:id', { ...seen, schema: operations.batch, exposeHeadRoute: true }, async (request) => show(door, request));
  app.delete('/v1/batches/:id', { ...seen, schema: operations.endBatch }, async (request) => end(door, request));
}

/** Guards the body of a batch before a byte of it is read. */
function batchAdmission({ limits: { queueMs, requestsWaiting } }: BatchesDoor, limits: BatchLimits): onRequestAsyncHookHandler {
  const bodies = new AdmissionQueue(
    { capacity: { batches: takenInAtOnce }, maxWaitMs: queueMs, maxWaiting: requestsWaiting },
    takenInAtOnce,
  );
  return async (request, reply) => {
    if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
      throw new Refusal(415, 'The request must be multipart/form-data with the part jobs');
    if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw bodyTooLarge(limits);
    const release = await bodies.enter({ amounts: { batches: 1 }, callers: sharersOf(request) });
    onceClosed(reply, release);
  };
}

interface Taker extends BatchesDoor {
  readonly batch: BatchLimits;
}

/** Takes a batch in, as a whole or not at all. */
async function take(door: Taker, { request, reply }: UploadCall): Promise<WholeBatchBody> {
  const secret = await sealingSecretOf(request, door.keys);
  const sealedStore = once(async () => sealedStoreFor(secret));
  return withBatchForm(request, { limits: door.limits, batch: door.batch, known: batchFields }, async (form) => {
    withIgnored(reply, form.ignored);
    const recipient = recipientOf(secret);
    const work = (keepWith?: KeepWith<WholeBatchBody>) => begin(door, { request, reply, form, recipient, keepWith });
    const asked = {
      request,
      reply,
      sealedStore,
      content: (store: SealedStore) => contentOf(store, form),
      keep: (body: WholeBatchBody) => body,
    };
    const terms = { answers: door.answers, leaseMs: takingInMs };
    const made = await onceForKey<WholeBatchBody, WholeBatchBody>(terms, asked, work);
    const body = made.again ?? made.first;
    reply.code(202).header('Location', `${request.server.prefix}/v1/batches/${body.id}`);
    return body;
  });
}

/** One name for all that a batch is. */
const contentOf = (store: SealedStore, { texts, jobs, documents, archive }: BatchForm): string =>
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

async function begin(door: Taker, { request, reply, ...opening }: BatchOpening): Promise<WholeBatchBody> {
  const id = newBatchId();
  return whileQueuing(
    door.telemetry.of({ request, reply }).queues(id),
    (trace) => beginTraced(door, { ...opening, request, reply, id, trace }),
    ({ jobs }) => jobs,
  );
}

interface TracedOpening extends BatchOpening {
  readonly id: string;
  readonly trace: TraceContext | undefined;
}

async function beginTraced(door: Taker, { id, request, form, recipient, keepWith, trace }: TracedOpening): Promise<WholeBatchBody> {
  const { batches, files, confine, batch: limits, longestKeepHours } = door;
  const { metadata, keepMs, expiresInMs, webhook } = jobWishes(form.texts, longestKeepHours);
  const caller = requiredCallerOf(request);
  await requireWebhook(door, ownerOf(caller), webhook);
  const [owner, key] = [ownerOf(caller), await fromStore(door.workersKey())];
  try {
    const order = { id, form, owner, caller, recipient: recipient.publicKey, key, requestId: request.id, trace };
    const { jobs, unused } = await takeIn({ documents: door.jobs.documents, batches, files, confine, limits }, order);
    const note: BatchNote = { metadata, unused };
    const sealed = sealFor(recipient.publicKey, Buffer.from(JSON.stringify(note)), batchNoteName(id));
    const batch = { id, owner, note: sealed, keepMs, expiresInMs, attempts, webhook };
    const body = begunBatchBody(batch, jobs, recipient);
    await queue(door, caller, { batch, jobs, made: keepWith?.(body) });
    door.nudge();
    return body;
  } catch (error) {
    await batches.abandon(id).catch((cause) => request.log.error({ err: cause }, 'a batch could not be forgotten; the next sweeps do it'));
    throw error;
  }
}

interface Ready {
  readonly batch: NewBatch;
  readonly jobs: number;
  readonly made: MadeAnswer | undefined;
}

/** @throws Refusal 429 where the caller has too few credits left today, 409 where another attempt of the same request has taken over */
async function queue({ batches, quotas, callerQuota }: Taker, caller: Caller, { batch, jobs, made }: Ready): Promise<void> {
  const account = callerQuota.account(caller);
  const begun = await fromStore(batches.begin(batch, account && { client: account.client, limit: account.limit }, made));
  if (begun === 'queued') return;
  if (begun === 'claim lost') throw running();
  if (begun === 'no file') throw badRequest('Nothing was taken in: a file that a line names was forgotten meanwhile. Send it again');
  if (!account) throw new Error('a caller without a limit has no credits');
  await refuseWithoutCredits(quotas, account);
  const today = await fromStore(quotas.allowance(account.client, account.limit));
  throw tooFew(
    `Nothing was taken in: ${jobs} jobs take at least a credit each, and ${today.left} of the ${account.limit} of today are left`,
    today,
  );
}

async function list(door: BatchesDoor, request: FastifyRequest<{ Querystring: BatchesQuery }>): Promise<BatchesBody> {
  const { cursor, limit } = request.query;
  const recipient = recipientOf(await sealingSecretOf(request, door.keys));
  const page = await fromStore(door.batches.list(ownerOf(requiredCallerOf(request)), { after: cursor, limit }));
  return { batches: page.batches.map((batch) => batchBody(batch, recipient)), next: page.next ?? null };
}

async function show(door: BatchesDoor, request: FastifyRequest): Promise<WholeBatchBody> {
  const { id, owner } = askedFor(request);
  return answered(door, request, await fromStore(door.batches.find(owner, id)));
}

/** Cancels what is under way of a batch, and forgets one that had ended. The batch as it is then, or was. */
async function end(door: BatchesDoor, request: FastifyRequest): Promise<WholeBatchBody> {
  const { id, owner } = askedFor(request);
  const found = await fromStore(door.batches.find(owner, id));
  const batch = found?.endedAt ? found : await fromStore(door.batches.cancel(owner, id));
  if (found?.endedAt) await fromStore(door.batches.remove(owner, id));
  return answered(door, request, batch);
}

const answered = async (door: BatchesDoor, request: FastifyRequest, batch: BatchProgress | undefined): Promise<WholeBatchBody> =>
  wholeBatchBody(existing(batch), recipientOf(await sealingSecretOf(request, door.keys)));

export const existing = (batch: BatchProgress | undefined): BatchProgress => {
  if (batch) return batch;
  throw new Refusal(404, 'There is no such batch: its id is wrong, it belongs to another caller, or it was kept long enough');
};

export function askedFor(request: FastifyRequest): { readonly id: string; readonly owner: string } {
  const { id = '' } = request.params as Readonly<Record<string, string | undefined>>;
  return { id, owner: ownerOf(requiredCallerOf(request)) };
}
