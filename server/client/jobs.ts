import type { JobsPage, ListedJob, ShownJob } from './answer.js';
import { JobEndedError, refusedError, TimedOutError, UnexpectedAnswerError } from './errors.js';
import { type AnswerContext, extractionOf, type Vouched } from './extraction.js';
import { type DocumentInput, documentOf } from './request/document.js';
import { everyPage, type PageOptions } from './request/pages.js';
import { ask, type CallOptions, type ServerConnection, send } from './request/send.js';
import { schemaFields } from './schema/schema-text.js';
import type { AnySchema, DataOf, JsonValue } from './schema/types.js';
import { defaultThreshold, type ExtractCallOptions, type GivenData, givenTexts, queueTexts, requireOptions, textsOf } from './wishes.js';

export interface EnqueueOptions extends ExtractCallOptions, CallOptions {
  /** Comes back with the job; at most 2 KB. */
  readonly metadata?: { readonly [name: string]: JsonValue };
  /** Among your own jobs; `normal` when absent. */
  readonly priority?: ListedJob['priority'];
  /** The id of a webhook of yours that is told how the job ended. */
  readonly webhook?: string;
  /** For how many hours the result is kept; 24 when absent. */
  readonly keepHours?: number;
  /** For how many hours it may wait for a worker, at most 168; 168 when absent. Then it expires. */
  readonly expiresHours?: number;
  /** What somebody else has read of the document: it is scored, and nothing is read. */
  readonly given?: GivenData;
}

export interface ListOptions extends PageOptions {
  readonly status?: ListedJob['status'];
  /** Only those of this batch. */
  readonly batch?: string;
}

/** A job that was sent, and how to get what it came to. */
export type SentJob<Data> = ListedJob & { result(options?: CallOptions): Promise<Vouched<Data>> };

/** The seconds of a request that waits. Proxies often end one that is silent for a minute. */
const waitSeconds = 30;
/** How long a job is waited for when nothing else is said: as long as a job may wait in the queue. */
export const patienceMs = 7 * 24 * 3_600_000;
/** The least time for a request that waits, and for outages while a job is waited for. */
const pollMs = 300_000;

/** `/v1/jobs`: extractions that may take their time. Every method throws as `extract` does. */
export class VouchJobs {
  readonly #connection: ServerConnection;

  constructor(connection: ServerConnection) {
    this.#connection = connection;
  }

  /** Sends a document, and comes back as soon as it is queued. Under one idempotency key: what is tried again makes one job. */
  async create<const Schema extends AnySchema>(
    file: DocumentInput,
    schema: Schema,
    options: EnqueueOptions = {},
  ): Promise<SentJob<DataOf<Schema>>> {
    const { priority, idempotencyKey = crypto.randomUUID(), threshold = defaultThreshold, signal, timeoutMs } = options;
    requireOptions(options, ['metadata', 'priority', 'webhook', 'keepHours', 'expiresHours', 'given'] satisfies (keyof EnqueueOptions)[]);
    const given = options.given && givenTexts(options.given);
    const texts = { ...textsOf(schemaFields(schema), options), ...given, ...(priority && { priority }), ...queueTexts(options) };
    const form = { texts, documents: [{ field: 'file', document: await documentOf(file, options.name) }] };
    const headers = { 'idempotency-key': idempotencyKey };
    const call = { method: 'POST', path: 'v1/jobs', form, headers, idempotent: true, signal, timeoutMs } as const;
    const job = await ask<ListedJob>(this.#connection, call);
    return { ...job, result: (terms = {}) => this.result(job.id, schema, { ...terms, threshold }) };
  }

  /** A job as it is; with `waitSeconds`, 1 to 60, once it has ended, or as it is after that time. */
  get(id: string, { waitSeconds: wait, ...options }: CallOptions & { readonly waitSeconds?: number } = {}): Promise<ShownJob> {
    return ask(this.#connection, { method: 'GET', path: pathOf(id), query: { wait }, idempotent: true, ...options });
  }

  /** Your jobs, newest first, without their results. */
  list({ status, batch, limit, cursor, ...options }: ListOptions = {}): Promise<JobsPage> {
    const query = { status, batch, limit, cursor };
    return ask(this.#connection, { method: 'GET', path: 'v1/jobs', query, idempotent: true, ...options });
  }

  /** All of your jobs, page by page: `for await (const job of vouch.jobs.all())`. */
  async *all(options: Omit<ListOptions, 'cursor'> = {}): AsyncGenerator<ListedJob, void, undefined> {
    for await (const { jobs } of everyPage((from) => this.list({ ...options, ...from }))) yield* jobs;
  }

  /**
   * Cancels a job that is under way, or forgets one that has ended. The job as it is then, or was. It is not tried again when the connection
   * breaks: the first attempt may have cancelled the job, and a second would forget it.
   */
  remove(id: string, options: CallOptions = {}): Promise<ShownJob> {
    return ask(this.#connection, { method: 'DELETE', path: pathOf(id), idempotent: false, ...options });
  }

  /**
   * What a job came to, as soon as it has ended. `schema` gives the types only: the one that the job was sent with. `timeoutMs` is for all of
   * the waiting; without one it is a week, after which jobs expire.
   * @throws RefusedError as `extract` would, ExtractionFailedError, JobEndedError, TimedOutError
   */
  async result<const Schema extends AnySchema>(
    id: string,
    _schema: Schema,
    { timeoutMs = patienceMs, threshold = defaultThreshold, signal }: CallOptions & { readonly threshold?: number } = {},
  ): Promise<Vouched<DataOf<Schema>>> {
    const ends = performance.now() + timeoutMs;
    for (;;) {
      const left = ends - performance.now();
      if (left <= 0) throw new TimedOutError(`The job ${id} did not end within ${timeoutMs} ms (timeoutMs); it goes on`);
      const wait = Math.max(1, Math.min(waitSeconds, Math.ceil(left / 1_000)));
      const call = { method: 'GET', path: pathOf(id), query: { wait }, idempotent: true, signal } as const;
      const { headers, body } = await send(patient(this.#connection), { ...call, timeoutMs: Math.min(left + 1_000, pollMs) });
      const ended = endOf<DataOf<Schema>>(body as ShownJob, { threshold, requestId: headers.get('x-request-id') ?? undefined });
      if (ended) return ended;
    }
  }
}

/** Who waits for a job outlasts a server that starts anew. */
const patient = (connection: ServerConnection): ServerConnection => ({ ...connection, retries: connection.retries > 0 ? 20 : 0 });

const pathOf = (id: string): string => `v1/jobs/${encodeURIComponent(id)}`;

/** What says how a job ended. */
export type JobOutcome = Pick<ShownJob, 'id' | 'status' | 'result' | 'error'>;

/** Undefined while it is under way. @throws what became of it, where that is no result */
export function endOf<Data>(job: JobOutcome, context: AnswerContext): Vouched<Data> | undefined {
  if (job.result) return extractionOf(job.result, context);
  if (job.error) throw refusedError({ ...job.error, reason: job.error.code, requestId: context.requestId });
  if (job.status === 'cancelled' || job.status === 'expired') throw new JobEndedError(job.id, job.status);
  if (job.status === 'queued' || job.status === 'running') return undefined;
  throw new UnexpectedAnswerError(200, context.requestId);
}
