import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { InputError, type SourceFile } from '../../core/index.js';
import { type ExtractionServices, extract } from '../extraction/extract.js';
import { unclassified, withFoundSchema } from '../extraction/found-schema.js';
import type { AnswerReview } from '../extraction/review.js';
import { type Caller, keyOwning, nameOf } from '../guards/caller.js';
import { type CallerCredits, CreditReservation } from '../guards/credits.js';
import type { CallerBudget } from '../guards/token-budgets.js';
import { asRefusal } from '../http/answer-error.js';
import { fromStore, Refusal } from '../http/refusal.js';
import type { ClaimedJob, JobStore } from '../state/job-store.js';
import { type SealingServices, unlessSealedOtherwise } from '../state/sealing.js';
import type { Grant, KeyStore, QuotaStore } from '../state/store.js';
import type { FollowedWork, Telemetry } from '../telemetry/follow.js';
import { backoffMs, type Cut, conclude, cutBy, giveUp, postponedMs, type RunEnd, resultOfCut } from './end-run.js';
import { creditsWhileQueued } from './enqueue.js';
import { type JobRequest, type JobResult, openRequest, sealResult } from './sealed-job.js';
import { readDocument } from './store-document.js';
import { leaseMs, type WorkerPace, workWhile } from './worker.js';

export interface WorkerServices extends ExtractorServices, SealingServices {
  readonly jobs: JobStore;
  readonly keys: Pick<KeyStore, 'read'>;
}

interface JobWorkerTerms {
  /** Jobs at a time at the most; 0 = none. */
  readonly concurrency: number;
  readonly pace: WorkerPace;
}

/** Starts a worker that runs jobs while the app runs. Returns how to tell it of a new job. */
export function startWorker(app: FastifyInstance, services: WorkerServices, { concurrency, pace }: JobWorkerTerms): () => void {
  if (concurrency === 0) return () => undefined;
  const { jobs, keys, telemetry, workersKey } = services;
  const runner = { jobs, workersKey, grantOf: grantBy(keys), log: app.log, pace, telemetry, extract: jobExtractor(services) };
  return workWhile<ClaimedJob>(app, {
    what: 'job',
    claim: (most, leaseMs) => jobs.claim(most, leaseMs),
    concurrency: () => pace.atOnce(),
    run: (job, closing) => runJob(runner, job, closing),
  });
}

/** Reads a key again for each of its jobs: it may have been revoked or changed since they were sent. One without the scope may run none, either. */
const grantBy =
  (keys: Pick<KeyStore, 'read'>): JobRunner['grantOf'] =>
  async (owner) => {
    const id = keyOwning(owner);
    const key = id === undefined ? undefined : await fromStore(keys.read(id));
    if (!key) return undefined;
    return key.revokedAt === null && key.scopes.includes('jobs') ? { scopes: key.scopes, limits: key.limits } : 'revoked';
  };

interface ExtractorServices extends ExtractionServices {
  readonly quotas: QuotaStore;
  readonly callerBudget: CallerBudget;
  readonly callerCredits: CallerCredits;
  /** How long credits stay reserved for a run whose process may have died. */
  readonly leaseMs: number;
}

/** Failures that may be over in a while. */
const passing = new Set<string | undefined>(['LLM_ERROR', 'TIMEOUT_ERROR']);

/** Extracts the document of a job, as `/v1/extract` does, with the limits of the caller who asked. */
const jobExtractor =
  (services: ExtractorServices): JobRunner['extract'] =>
  async ({ caller, file, wishes }, bytes, { job, signal, log, observer, times }) => {
    const { engine, parserCaller } = services;
    const rest = job.hold === null ? undefined : restOfCredits(services, caller);
    const task = { isJob: true as const, caller: nameOf(caller), tokenBudget: services.callerBudget(caller), observer, times, log, signal };
    try {
      const classify = (document: SourceFile) =>
        engine
          .classify({ ...document, caller: parserCaller(nameOf(caller)) }, signal)
          .catch((error) => Promise.reject(unclassified(error)));
      const upload = await withFoundSchema({ ...wishes, file: { name: file, bytes } }, classify);
      const { body, postponed, review } = await extract(services, upload, {
        ...task,
        reserve: async (most) => (most > creditsWhileQueued ? rest?.reserve(most, creditsWhileQueued) : undefined),
      });
      // Documents that were read would be read again with those that failed.
      const mayRecover = (body.documents ?? [body]).every(({ error }) => passing.has(error?.code));
      return {
        status: 200,
        body: JSON.stringify(body),
        credits: body.metadata.credits,
        ...(mayRecover && { mayRecover }),
        ...(postponed && { postponed }),
        review,
        ...(wishes.outputSchema === null && review && { schema: upload.outputSchema }),
      };
    } finally {
      await rest?.charge(0, log);
    }
  };

/**
 * What a job can cost beyond what it holds since it was queued: reserved once its pages are counted, and given back when the run ends, because what
 * the job did cost is charged to its own hold, in the transaction that ends it, and told there.
 */
function restOfCredits({ quotas, callerCredits, leaseMs }: ExtractorServices, caller: Caller): CreditReservation | undefined {
  const account = callerCredits(caller);
  return account && new CreditReservation(quotas, account, { leaseMs, tell: () => undefined });
}

export interface RunOutcome extends JobResult {
  readonly credits: number;
  /** Set where it failed in a way that may be over in a while, such as an outage of a provider. */
  readonly mayRecover?: boolean;
  /** Set where no provider took the work for now: it is not the job's fault. How long they want to be left alone, where they say so. */
  readonly postponed?: { readonly retryAfterMs?: number };
  readonly review?: AnswerReview | undefined;
}

interface JobRunner extends SealingServices {
  readonly jobs: JobStore;
  readonly log: FastifyBaseLogger;
  readonly pace: Pick<WorkerPace, 'served' | 'refused'>;
  readonly telemetry: Pick<Telemetry, 'startWork' | 'tell'>;
  /** What the owner of a job may do and use now; undefined where no key of the store owns it, so that what it might then still holds. */
  grantOf(owner: string): Promise<Grant | 'revoked' | undefined>;
  /** Does the work of a job. @throws InputError or Refusal where it is refused, the signal's reason when it fires */
  extract(request: JobRequest, bytes: Uint8Array, run: RunTerms): Promise<RunOutcome>;
}

export interface RunTerms extends Pick<FollowedWork, 'observer' | 'times'> {
  readonly job: ClaimedJob;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/** Runs one job: reads it, ends it, or gives it back. It renews its lease meanwhile, and learns there that it is cancelled. Never rejects. */
async function runJob(runner: JobRunner, job: ClaimedJob, closing: AbortSignal): Promise<void> {
  const cut = new AbortController();
  const log = runner.log.child({ job: job.run.job, run: job.run.id });
  const close = (): void => cut.abort('closing' satisfies Cut);
  if (closing.aborted) close();
  else closing.addEventListener('abort', close, { once: true });
  const renewal = setInterval(() => void renewLease(runner, job, cut), leaseMs / 3).unref();
  try {
    const end = await attempt(runner, job, { signal: cut.signal, log });
    await conclude({ ...runner, log }, { job, end, signal: cut.signal });
  } catch (error) {
    await giveUp({ ...runner, log }, job, { cut: cutBy(cut.signal), error });
  } finally {
    clearInterval(renewal);
    closing.removeEventListener('abort', close);
  }
}

/** While the store cannot be reached, the lease is taken to hold, and so is the grant. */
async function renewLease({ jobs, grantOf }: JobRunner, { run, owner }: ClaimedJob, cut: AbortController): Promise<void> {
  const state = await jobs.renewLease(run, leaseMs).catch(() => 'running' as const);
  if (state !== 'running') cut.abort(state satisfies Cut);
  else if ((await grantOf(owner).catch(() => undefined)) === 'revoked') cut.abort('cancelled' satisfies Cut);
}

async function attempt(runner: JobRunner, job: ClaimedJob, { signal, log }: Pick<RunTerms, 'signal' | 'log'>): Promise<RunEnd> {
  const id = job.run.job;
  const [secret, grant] = [await runner.workersKey(), await runner.grantOf(job.owner)];
  if (grant === 'revoked') return { result: 'cancelled', end: { status: 'cancelled', result: null, credits: 0 } };
  // Otherwise that is a mistake of whoever set this process up, and not the job's.
  const sent = unlessSealedOtherwise(() => openRequest(secret, id, job.request));
  if (!sent) {
    log.error('a job is sealed with another secret than VOUCH_JOBS_SECRET of this process; it is left to a worker that has it');
    return { result: 'returned', again: { afterMs: sealedOtherwiseMs, spendsAttempt: false } };
  }
  const { batch, trace } = sent;
  const request = { ...sent, caller: { ...sent.caller, ...grant } };
  const followed = runner.telemetry.startWork({ kind: 'job', id, batch, attemptsLeft: job.attemptsLeft, trace });
  try {
    const attempted = await extractRequested(runner, { request, secret }, { job, signal, log, ...followed });
    followed.ended(attempted);
    return attempted;
  } catch (error) {
    const cut = cutBy(signal);
    followed.ended({ result: resultOfCut(job, { cut, error }), ...(cut === undefined && { failure: '_OTHER' }) });
    throw error;
  }
}

/** How long such a job is left alone, so that a worker without the secret is not busy with jobs that it cannot do. */
const sealedOtherwiseMs = 300_000;

interface OpenedJob {
  readonly request: JobRequest;
  readonly secret: Uint8Array;
}

async function extractRequested({ jobs, extract, pace }: JobRunner, { request, secret }: OpenedJob, terms: RunTerms): Promise<RunEnd> {
  const { job } = terms;
  const id = job.run.job;
  const bytes = await readDocument({ pieces: jobs.documents, key: secret }, request.document);
  const outcome = await extract(request, bytes, terms).catch(refused);
  const { status, body, credits, mayRecover, postponed, review, schema } = outcome;
  if (postponed) {
    pace.refused();
    return { result: 'postponed', again: { afterMs: postponedMs(postponed.retryAfterMs), spendsAttempt: false } };
  }
  const failure = failureOf(outcome);
  if (mayRecover && job.attemptsLeft > 0)
    return { result: 'retried', ...(failure && { failure }), again: { afterMs: backoffMs(job), spendsAttempt: true } };
  const result = sealResult(request.recipient, id, { status, body, leaves: review?.leaves, schema });
  if (failure !== undefined) return { result: mayRecover ? 'dead' : 'failed', failure, end: { status: 'failed', result, credits } };
  // Only a run that succeeds shows that providers take work.
  pace.served();
  return { result: 'done', end: { status: 'done', result, credits, review } };
}

/** An extraction that failed is a 200 with an `error` over HTTP; as a job it has failed. Undefined where it has not. */
function failureOf({ status, body, mayRecover }: RunOutcome): string | undefined {
  if (status !== 200) return String(status);
  const { error } = JSON.parse(body) as { readonly error?: { readonly code: string } };
  return error?.code ?? (mayRecover ? '_OTHER' : undefined);
}

/** What is refused is an answer, too. A store that could not be reached is not. */
function refused(error: unknown): RunOutcome {
  if (!(error instanceof InputError || error instanceof Refusal)) throw error;
  const { status, code, detail } = asRefusal(error);
  if (status >= 500 || status === 499) throw error;
  return { status, body: JSON.stringify({ code, detail }), credits: 0 };
}
