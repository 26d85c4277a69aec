import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { parseSchema } from '../../core/index.js';
import { type KeepWith, onceForKey } from '../extraction/idempotency.js';
import { contentName, recipientFor, type SealedStore, sealedStoreFor, sealingSecretOf } from '../extraction/sealed-store.js';
import { admission, workSlots } from '../guards/admission.js';
import { askedResource, ownerOf, requiredCallerOf } from '../guards/caller.js';
import { requireCredits } from '../guards/credits.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { existing, fromStore, Refusal } from '../http/refusal.js';
import { type Call, onceClosed, repeatable } from '../http/request.js';
import { readingFields } from '../http/upload/given-reading.js';
import { readForm, type SentFile, type SentUpload } from '../http/upload/read-upload.js';
import { enqueueJob, type QueueServices, requireWebhook } from '../jobs/enqueue.js';
import { newJobId } from '../jobs/job-id.js';
import { type JobOptions, jobFields, jobOptions } from '../jobs/job-options.js';
import { IncomingDocument, type SentDocument } from '../jobs/store-document.js';
import type { JobRecord, JobStore } from '../state/job-store.js';
import { recipientOf } from '../state/sealing.js';
import type { WebhookStore } from '../state/webhook-store.js';
import { whileQueuing } from '../telemetry/follow.js';
import type { JobBody, JobsBody } from '../wire/jobs.js';
import type { JobQuery, JobsQuery } from '../wire/queries.js';
import type { ExtractServices } from './extract.js';
import { jobBody, queuedBody, wholeJob } from './job-answer.js';

export interface JobServices extends ExtractServices, Pick<QueueServices, 'workersKey' | 'wakeWorker'> {
  readonly jobs: JobStore;
  /** Endpoints that jobs can name; absent where the store has none. */
  readonly webhooks?: Pick<WebhookStore, 'find'>;
  /** The longest that a result is kept, in hours. */
  readonly longestKeepHours: number;
}

/** `/v1/jobs`: extractions that may take their time, for callers with the scope `jobs`. */
export function jobsRoutes(app: FastifyInstance, services: JobServices): void {
  const { limits, quotas, callerCredits, authentication, telemetry, operations } = services;
  const { guard, hooks, tell } = telemetry;
  const mayUpload = [
    ...ratedCallers(services, 'jobs'),
    requireCredits(quotas, (request) => callerCredits(requiredCallerOf(request))),
    admission({ limits, slots: workSlots(limits), tell }),
  ];
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(authentication, 'jobs')];
  const seen = { ...hooks, onRequest: mayAsk, exposeHeadRoute: true };
  app.post('/v1/jobs', { ...hooks, onRequest: mayUpload, schema: operations.enqueue }, async (request, reply) =>
    takeJob(services, { request, reply }),
  );
  app.get<{ Querystring: JobsQuery }>('/v1/jobs', { ...seen, schema: operations.jobs }, async (request) => list(services, request));
  app.get<{ Querystring: JobQuery }>('/v1/jobs/:id', { ...seen, schema: operations.job }, async (request, reply) =>
    show(services, { request, reply }, request.query),
  );
  app.delete('/v1/jobs/:id', { ...hooks, onRequest: mayAsk, schema: operations.endJob }, async (request, reply) =>
    cancelOrForget(services, { request, reply }),
  );
}

/** Takes a job in. Nothing is read yet; the schema is checked, so that a mistake in it is told at once. */
async function takeJob(services: JobServices, call: Call): Promise<JobBody> {
  const { request, reply } = call;
  const { jobs, limits, engine, longestKeepHours, webhooks, keys, telemetry } = services;
  const document = new IncomingDocument({ pieces: jobs.documents, key: await fromStore(services.workersKey()) });
  let isTaken = false;
  try {
    const reading = { fields: [...jobFields, ...readingFields], keepFile: (file: SentFile) => document.put(file) };
    const { upload, texts } = await readForm(call, { limits, formats: engine.formats, schemas: engine.schemas }, reading);
    const options = jobOptions(texts, longestKeepHours);
    if (upload.outputSchema !== null) parseSchema(upload.outputSchema);
    const caller = requiredCallerOf(request);
    await requireWebhook(webhooks, ownerOf(caller), options.webhook);
    const secret = await sealingSecretOf(request, keys);
    const order = { caller, upload, options, recipient: recipientOf(secret).publicKey, requestId: request.id };
    const enqueue = (keepWith?: KeepWith<JobBody>): Promise<JobBody> => {
      const id = newJobId();
      return whileQueuing(telemetry.of(call).queues(id), async (trace) => {
        const { priority, webhook, metadata } = options;
        const body = queuedBody({ id, priority, webhook }, { file: upload.file.name, metadata });
        await enqueueJob(services, { ...order, id, trace }, keepWith?.(body));
        return body;
      });
    };
    const repeated = { ...repeatable(request), sealedStore: async () => sealedStoreFor(secret), content: contentOf(upload, options) };
    const { answer, isReplayed } = await onceForKey<JobBody, JobBody>(services, repeated, enqueue);
    isTaken = !isReplayed;
    if (isReplayed) reply.header('Idempotent-Replayed', 'true');
    reply.code(202).header('Location', `${request.server.prefix}/v1/jobs/${answer.id}`);
    return answer;
  } finally {
    if (!isTaken) await document.discard();
  }
}

/** One name for all that a job is. Its document is not in memory, and is named by its digest. */
const contentOf =
  ({ file, ...extraction }: SentUpload<SentDocument>, options: JobOptions) =>
  (store: SealedStore): string =>
    store.name('job', contentName(store, { ...extraction, file: { name: file.name, bytes: file.digest } }), JSON.stringify(options));

async function list(services: JobServices, request: FastifyRequest<{ Querystring: JobsQuery }>): Promise<JobsBody> {
  const { status, batch, cursor, limit } = request.query;
  const owner = ownerOf(requiredCallerOf(request));
  const recipient = await recipientFor(request, services.keys);
  const page = await fromStore(services.jobs.list(owner, { status, batch, after: cursor, limit }));
  return { jobs: page.jobs.map((job) => jobBody(job, recipient)), next: page.next ?? null };
}

/** Shows a job; with `?wait=30` once it has ended, or as it is after so many seconds. */
async function show(services: JobServices, { request, reply }: Call, { wait }: JobQuery): Promise<string> {
  const { id, owner } = askedResource(request);
  const job = await awaitEnd(() => fromStore(services.jobs.find(owner, id)), { waitMs: wait * 1_000, reply });
  return answered(services, { request, reply }, job);
}

/** Cancels what is under way, and forgets what had ended. The job as it is then, or was. */
async function cancelOrForget(services: JobServices, call: Call): Promise<string> {
  const { id, owner } = askedResource(call.request);
  const found = await fromStore(services.jobs.find(owner, id));
  const job = found?.endedAt ? found : await fromStore(services.jobs.cancel(owner, id));
  if (found?.endedAt && found.batch !== null) throw withItsBatch();
  if (found?.endedAt) await fromStore(services.jobs.remove(owner, id));
  return answered(services, call, job);
}

/** The counts of a batch are those of its jobs. */
const withItsBatch = (): Refusal =>
  new Refusal('PART_OF_BATCH', 'The job has ended and is kept as long as its batch: forget both with DELETE /v1/batches/{id}');

async function answered(services: JobServices, { request, reply }: Call, job: JobRecord | undefined): Promise<string> {
  const found = existing('job', job);
  const recipient = await recipientFor(request, services.keys);
  reply.type('application/json; charset=utf-8');
  return wholeJob(found, recipient);
}

export interface Wait {
  readonly waitMs: number;
  /** Nobody waits any more once its connection is closed. */
  readonly reply: FastifyReply;
}

/** How often the store is asked: often at first, for short jobs, then once a second. */
const [firstMs, longestMs] = [100, 1_000];

/** Resolves with the job as soon as it has ended, or as it is after `waitMs`. */
async function awaitEnd(find: () => Promise<JobRecord | undefined>, { waitMs, reply }: Wait): Promise<JobRecord | undefined> {
  const until = performance.now() + waitMs;
  const gone = new AbortController();
  onceClosed(reply, () => gone.abort());
  let job = await find();
  for (let pauseMs = firstMs; job && !job.endedAt && performance.now() < until && !gone.signal.aborted; pauseMs *= 1.5) {
    await pause(Math.min(pauseMs, longestMs, until - performance.now()), gone.signal);
    job = await find();
  }
  return job;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
