import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { parseSchema } from '../../core/index.js';
import { once } from '../../core/internal.js';
import { contentName } from '../extraction/answer-source.js';
import type { KeepWith } from '../extraction/extraction.js';
import { onceForKey, running } from '../extraction/idempotency.js';
import { sealedStoreFor, sealingSecretOf } from '../extraction/sealed-store.js';
import { admission, workSlots } from '../guards/admission.js';
import { type Caller, requiredCallerOf } from '../guards/caller.js';
import { refuseWithoutCredits, tooFew } from '../guards/credits.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { badRequest, fromStore, Refusal } from '../http/refusal.js';
import { type FormReading, readForm, type Upload, type UploadCall } from '../http/upload/read-upload.js';
import { type SentDocument, type Took, withSentDocument } from '../jobs/documents.js';
import { attempts } from '../jobs/end-run.js';
import { newJobId } from '../jobs/job-id.js';
import { type JobWishes, jobFields, jobWishes } from '../jobs/job-options.js';
import { type JobNote, noteName, sealRequest } from '../jobs/sealed-job.js';
import { heldFromTheStart } from '../jobs/start-worker.js';
import type { MadeAnswer } from '../state/answer-store.js';
import { type JobRecord, type JobStore, type NewJob } from '../state/job-store.js';
import { type Recipient, recipientOf, sealFor } from '../state/sealing.js';
import type { QuotaStore } from '../state/store.js';
import type { WebhookStore } from '../state/webhook-store.js';
import type { TraceContext } from '../telemetry/listener.js';
import type { JobBody, JobsBody } from '../wire/jobs.js';
import type { JobQuery, JobsQuery } from '../wire/queries.js';
import { awaitEnd } from './await-end.js';
import type { ExtractDoor } from './extract.js';
import { jobBody, wholeJob } from './job-answer.js';
import { whileQueuing } from './while-queuing.js';

export interface JobsDoor extends ExtractDoor {
  readonly jobs: JobStore;
  /** Endpoints that jobs can name; absent where the store has none. */
  readonly webhooks?: Pick<WebhookStore, 'find'>;
  /** With which requests and documents are sealed for the workers. */
  readonly workersKey: () => Promise<Uint8Array>;
  /** The longest that a result is kept, in hours. */
  readonly longestKeepHours: number;
  readonly leaseMs: number;
  readonly quotas: QuotaStore;
  readonly answers: Parameters<typeof onceForKey>[0]['answers'];
  /** Tells the worker of this process, if there is one, that there is a job. */
  readonly nudge: () => void;
}

/** `/v1/jobs`: extractions that may take their time, for callers with the scope `jobs`. */
export function jobsRoutes(app: FastifyInstance, door: JobsDoor): void {
  const { operations } = door;
  const { guard, hooks, tell } = door.telemetry;
  const mayUpload = [
    ...ratedCallers(door, 'jobs'),
    door.callerQuota.guard,
    admission({ limits: door.limits, slots: workSlots(door.limits), tell }),
  ];
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(door.entrance, 'jobs')];
  const seen = { ...hooks, onRequest: mayAsk, exposeHeadRoute: true };
  app.post('/v1/jobs', { ...hooks, onRequest: mayUpload, schema: operations.enqueue }, async (request, reply) =>
    enqueue(door, { request, reply }),
  );
  app.get<{ Querystring: JobsQuery }>('/v1/jobs', { ...seen, schema: operations.jobs }, async (request) => list(door, request));
  app.get<{ Querystring: JobQuery }>('/v1/jobs/:id', { ...seen, schema: operations.job }, async (request, reply) =>
    show(door, { request, reply }, request.query),
  );
  app.delete('/v1/jobs/:id', { ...hooks, onRequest: mayAsk, schema: operations.endJob }, async (request, reply) =>
    end(door, { request, reply }),
  );
}

/** Takes a job in. Nothing is read yet; the schema is checked, so that a mistake in it is told at once. */
async function enqueue(door: JobsDoor, call: UploadCall): Promise<JobBody> {
  const shelf = { pieces: door.jobs.documents, key: await fromStore(door.workersKey()) };
  return withSentDocument(shelf, (keepFile) => enqueueSent(door, call, keepFile));
}

async function enqueueSent(door: JobsDoor, call: UploadCall, keepFile: FormReading<SentDocument>['keepFile']): Promise<Took<JobBody>> {
  const { request, reply } = call;
  const { upload, texts } = await readForm(call, { limits: door.limits, formats: door.engine.formats }, { fields: jobFields, keepFile });
  const wishes = jobWishes(texts, door.longestKeepHours);
  parseSchema(upload.outputSchema);
  await requireWebhook(door, ownerOf(requiredCallerOf(request)), wishes.webhook);
  const secret = await sealingSecretOf(request, door.keys);
  const recipient = recipientOf(secret);
  const sealedStore = once(async () => sealedStoreFor(secret));
  const content = (store: ReturnType<typeof sealedStoreFor>): string =>
    store.name('job', contentName(store, withDigest(upload)), JSON.stringify(wishes));
  const work = async (keepWith?: KeepWith<JobBody>): Promise<JobBody> => {
    const id = newJobId();
    return whileQueuing(door.telemetry.of(call).queues(id), async (trace) => {
      const job = await newJob(door, { id, request, upload, wishes, recipient, trace });
      const body = queuedBody(job, { file: upload.file.name, metadata: wishes.metadata });
      await queue(door, requiredCallerOf(request), { job, made: keepWith?.(body) });
      door.nudge();
      return body;
    });
  };
  const made = await onceForKey<JobBody, JobBody>(door, { request, reply, sealedStore, content, keep: (body) => body }, work);
  const body = made.again ?? made.first;
  reply.code(202).header('Location', `${app(request)}/v1/jobs/${body.id}`);
  return { answer: body, isTaken: made.again === undefined };
}

/** A document that is not in memory is named by its digest. */
const withDigest = ({ file, ...wishes }: Upload<SentDocument>): Upload => ({ ...wishes, file: { name: file.name, bytes: file.digest } });

/** @throws Refusal 400 when the caller has no such endpoint, or it is switched off: nobody would be told */
export async function requireWebhook({ webhooks }: JobsDoor, owner: string, id: string | null): Promise<void> {
  if (id === null) return;
  const endpoint = webhooks && (await fromStore(webhooks.find(owner, id)));
  if (!endpoint) throw badRequest('webhook must be the id of a webhook of yours: register one with POST /v1/webhooks');
  if (endpoint.disabledAt) throw badRequest('The webhook is switched off: PATCH it with {"enabled": true}, or leave it out');
}

interface Order {
  readonly id: string;
  readonly request: FastifyRequest;
  readonly upload: Upload<SentDocument>;
  readonly wishes: JobWishes;
  readonly recipient: Recipient;
  readonly trace: TraceContext | undefined;
}

async function newJob({ workersKey }: JobsDoor, { id, request, upload, wishes, recipient, trace }: Order): Promise<NewJob> {
  const caller = requiredCallerOf(request);
  const key = await fromStore(workersKey());
  const { file, ...rest } = upload;
  const note: JobNote = { file: file.name, metadata: wishes.metadata };
  const asked = {
    caller,
    recipient: recipient.publicKey,
    file: file.name,
    document: file.stored,
    wishes: rest,
    requestId: request.id,
    ...(trace && { trace }),
  };
  return {
    id,
    owner: ownerOf(caller),
    priority: wishes.priority,
    request: sealRequest(key, id, asked),
    document: file.stored,
    note: sealFor(recipient.publicKey, Buffer.from(JSON.stringify(note)), noteName(id)),
    expiresInMs: wishes.expiresInMs,
    keepMs: wishes.keepMs,
    attempts,
    webhook: wishes.webhook,
  };
}

interface Queued {
  readonly job: NewJob;
  readonly made: MadeAnswer | undefined;
}

/** @throws Refusal 429 where the caller has no credits left today, 409 where another attempt of the same request has taken over */
async function queue({ jobs, quotas, callerQuota }: JobsDoor, caller: Caller, { job, made }: Queued): Promise<void> {
  const account = callerQuota.account(caller);
  const charge = account && { hold: { id: job.id, client: account.client, credits: heldFromTheStart }, limit: account.limit };
  const outcome = await fromStore(jobs.enqueue(job, charge, made));
  if (outcome === 'queued') return;
  if (outcome === 'claim lost') throw running();
  if (!account) throw new Error('a caller without a limit has no credits');
  await refuseWithoutCredits(quotas, account);
  throw tooFew(account.words.usedUp(account.limit), await fromStore(quotas.allowance(account.client, account.limit)));
}

const queuedBody = ({ id, priority, webhook }: NewJob, { file, metadata }: JobNote): JobBody => ({
  id,
  status: 'queued',
  file,
  metadata,
  batch: null,
  custom_id: null,
  priority,
  webhook,
  created_at: new Date().toISOString(),
  started_at: null,
  ended_at: null,
  kept_until: null,
  runs: 0,
  credits: null,
});

async function list(door: JobsDoor, request: FastifyRequest<{ Querystring: JobsQuery }>): Promise<JobsBody> {
  const { status, batch, cursor, limit } = request.query;
  const owner = ownerOf(requiredCallerOf(request));
  const recipient = recipientOf(await sealingSecretOf(request, door.keys));
  const page = await fromStore(door.jobs.list(owner, { status, batch, after: cursor, limit }));
  return { jobs: page.jobs.map((job) => jobBody(job, recipient)), next: page.next ?? null };
}

/** Shows a job; with `?wait=30` once it has ended, or as it is after so many seconds. */
async function show(door: JobsDoor, { request, reply }: UploadCall, { wait }: JobQuery): Promise<string> {
  const { id, owner } = askedFor(request);
  const job = await awaitEnd(() => fromStore(door.jobs.find(owner, id)), { waitMs: wait * 1_000, reply });
  return answered(door, { request, reply }, job);
}

/** Cancels what is under way, and forgets what had ended. The job as it is then, or was. */
async function end(door: JobsDoor, call: UploadCall): Promise<string> {
  const { id, owner } = askedFor(call.request);
  const found = await fromStore(door.jobs.find(owner, id));
  const job = found?.endedAt ? found : await fromStore(door.jobs.cancel(owner, id));
  if (found?.endedAt && found.batch !== null) throw withItsBatch();
  if (found?.endedAt) await fromStore(door.jobs.remove(owner, id));
  return answered(door, call, job);
}

/** The counts of a batch are those of its jobs. */
const withItsBatch = (): Refusal =>
  new Refusal(409, 'The job has ended and is kept as long as its batch: forget both with DELETE /v1/batches/{id}');

async function answered(door: JobsDoor, { request, reply }: UploadCall, job: JobRecord | undefined): Promise<string> {
  if (!job) throw new Refusal(404, 'There is no such job: its id is wrong, it belongs to another caller, or it was kept long enough');
  const recipient = recipientOf(await sealingSecretOf(request, door.keys));
  reply.type('application/json; charset=utf-8');
  return wholeJob(job, recipient);
}

function askedFor(request: FastifyRequest): { readonly id: string; readonly owner: string } {
  const { id = '' } = request.params as Readonly<Record<string, string | undefined>>;
  return { id, owner: ownerOf(requiredCallerOf(request)) };
}

export const ownerOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): string => `${kind}:${id}`;

const app = ({ server }: FastifyRequest): string => server.prefix;
