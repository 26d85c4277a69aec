import { stillRunning } from '../extraction/idempotency.js';
import { type Caller, ownerOf } from '../guards/caller.js';
import { type CallerCredits, neverEnoughCredits, refuseWithoutCredits, tooFewCredits } from '../guards/credits.js';
import { inMb, type Limits } from '../http/limits.js';
import { badRequest, fromStore, Refusal } from '../http/refusal.js';
import type { SentUpload } from '../http/upload/read-upload.js';
import type { MadeAnswer } from '../state/answer-store.js';
import type { FileStore } from '../state/document-pieces.js';
import type { BatchStore, JobStore, NewBatch, NewJob } from '../state/job-store.js';
import { type SealingServices, sealFor } from '../state/sealing.js';
import type { QuotaStore } from '../state/store.js';
import type { WebhookStore } from '../state/webhook-store.js';
import type { TraceContext } from '../telemetry/listener.js';
import { attempts } from './end-run.js';
import type { JobOptions } from './job-options.js';
import { type JobNote, noteName, sealRequest } from './sealed-job.js';
import type { SentDocument } from './store-document.js';

/**
 * @throws Refusal 429 where a caller with so many more bytes would have more stored than it may: what waits is the store's, and a zip of few bytes can
 * unpack to many
 */
export async function requireRoom({ files, limits }: RoomTerms, owner: string, more: number): Promise<void> {
  if (!files || (await fromStore(files.bytes(owner))) + more <= limits.storedBytes) return;
  const detail = `Your files and the documents of your jobs that have not ended would be more than ${inMb(limits.storedBytes)} together: send the rest when jobs have ended`;
  throw new Refusal('TOO_MANY_AT_ONCE', detail, { 'Retry-After': '60' });
}

export interface RoomTerms {
  readonly files?: Pick<FileStore, 'bytes'>;
  readonly limits: Pick<Limits, 'storedBytes'>;
}

/** What a job holds while it is queued; the rest is reserved once its pages are counted. */
export const creditsWhileQueued = 1;

/** What taking jobs in works with. */
export interface QueueServices extends RoomTerms, SealingServices {
  readonly jobs: Pick<JobStore, 'enqueue'>;
  readonly quotas: QuotaStore;
  readonly callerCredits: CallerCredits;
  /** Tells the worker of this process, if there is one, that there is a job. */
  readonly wakeWorker: () => void;
}

/** A job as its caller orders it; its document is put down. */
export interface JobOrder {
  readonly id: string;
  readonly caller: Caller;
  readonly upload: SentUpload<SentDocument>;
  readonly options: JobOptions;
  /** The public key for which its note and its result are sealed. */
  readonly recipient: Uint8Array;
  readonly requestId: string;
  readonly trace: TraceContext | undefined;
}

/**
 * Queues a job, with the answer that tells of it. Nothing of its document is read yet.
 * @throws Refusal 429 where the caller has no credits left today, or too much stored, 409 where another attempt of the same request has taken over
 */
export async function enqueueJob(services: QueueServices, order: JobOrder, made: MadeAnswer | undefined): Promise<void> {
  const { quotas } = services;
  const job = newJob(order, await fromStore(services.workersKey()));
  await requireRoom(services, job.owner, job.document.size);
  const account = services.callerCredits(order.caller);
  const charge = account && { hold: { id: job.id, client: account.client, credits: creditsWhileQueued }, limit: account.limit };
  const outcome = await fromStore(services.jobs.enqueue(job, charge, made));
  if (outcome === 'queued') return services.wakeWorker();
  if (outcome === 'claim lost') throw stillRunning();
  if (!account) throw new Error('a caller without a limit has no credits');
  await refuseWithoutCredits(quotas, account);
  throw tooFewCredits(account.words.usedUp(account.limit), await fromStore(quotas.allowance(account.client, account.limit)));
}

function newJob({ id, caller, upload, options, recipient, requestId, trace }: JobOrder, key: Uint8Array): NewJob {
  const { file, ...extraction } = upload;
  const { metadata, priority, expiresInMs, keepMs, webhook } = options;
  const note: JobNote = { file: file.name, metadata };
  const request = { caller, recipient, file: file.name, document: file.stored, wishes: extraction, requestId, ...(trace && { trace }) };
  return {
    id,
    owner: ownerOf(caller),
    priority,
    request: sealRequest(key, id, request),
    document: file.stored,
    note: sealFor(recipient, Buffer.from(JSON.stringify(note)), noteName(id)),
    expiresInMs,
    keepMs,
    attempts,
    webhook,
  };
}

/**
 * Queues the jobs of a batch that were put down.
 * @throws Refusal 429 where the caller has too few credits left today, 409 where another attempt of the same request has taken over
 */
export async function enqueueBatch(
  services: Omit<QueueServices, 'jobs'> & { readonly batches: Pick<BatchStore, 'begin'> },
  caller: Caller,
  { batch, jobs, made }: { readonly batch: NewBatch; readonly jobs: number; readonly made: MadeAnswer | undefined },
): Promise<void> {
  const { quotas } = services;
  const account = services.callerCredits(caller);
  const outcome = await fromStore(services.batches.begin(batch, account && { client: account.client, limit: account.limit }, made));
  if (outcome === 'queued') return services.wakeWorker();
  if (outcome === 'claim lost') throw stillRunning();
  if (outcome === 'no file') throw badRequest('Nothing was taken in: a file that a line names was forgotten meanwhile. Send it again');
  if (!account) throw new Error('a caller without a limit has no credits');
  await refuseWithoutCredits(quotas, account);
  const today = await fromStore(quotas.allowance(account.client, account.limit));
  const detail = `Nothing was taken in: ${jobs} jobs take at least a credit each, and ${today.left} of the ${account.limit} of today are left`;
  throw jobs > account.limit ? neverEnoughCredits(detail) : tooFewCredits(detail, today);
}

/** @throws Refusal 400 when the owner has no such endpoint, or it is switched off: nobody would be told */
export async function requireWebhook(webhooks: Pick<WebhookStore, 'find'> | undefined, owner: string, id: string | null): Promise<void> {
  if (id === null) return;
  const endpoint = webhooks && (await fromStore(webhooks.find(owner, id)));
  if (!endpoint) throw badRequest('webhook must be the id of a webhook of yours: register one with POST /v1/webhooks');
  if (endpoint.disabledAt) throw badRequest('The webhook is switched off: PATCH it with {"enabled": true}, or leave it out');
}
