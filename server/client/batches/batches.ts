import type { BatchesPage, ListedBatch, ShownBatch } from '../answer.js';
import { TimedOutError, UnexpectedAnswerError, VouchError } from '../errors.js';
import type { AnswerContext } from '../extraction.js';
import { endOf, patienceMs } from '../jobs.js';
import type { DocumentInput } from '../request/document.js';
import { receiveLines } from '../request/lines.js';
import { everyPage, type PageOptions } from '../request/pages.js';
import { ask, type CallOptions, type ServerConnection, sleep } from '../request/send.js';
import { schemaFields } from '../schema/schema-text.js';
import type { AnySchema, DataOf, JsonValue } from '../schema/types.js';
import { defaultThreshold, queueTexts } from '../wishes.js';
import { type BatchItem, batchForm } from './batch-form.js';
import type { EndedLine, FailedLine, SentLine } from './batch-lines.js';

export interface BatchOptions extends CallOptions {
  /** Comes back with the batch; at most 2 KB. */
  readonly metadata?: { readonly [name: string]: JsonValue };
  /** The id of a webhook of yours that is told once the last job has ended. */
  readonly webhook?: string;
  /** For how many hours the results are kept; 24 when absent. */
  readonly keepHours?: number;
  /** For how many hours its jobs may wait for a worker, at most 168; 168 when absent. Those that still do expire. */
  readonly expiresHours?: number;
  /** A zip of documents, whose entries lines name by `{ entry: 'march/invoice.pdf' }`. */
  readonly zip?: DocumentInput;
  /** In place of a new one for each call: with your own, a call of another process is the same call. 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string;
}

export type BatchListOptions = PageOptions;

export interface ResultsOptions extends CallOptions {
  /** Under which a field is doubtful; 0.85 when absent. */
  readonly threshold?: number;
}

/** A batch that was sent, and how to get what it came to. */
export type SentBatch<Data> = ShownBatch & {
  /** The batch once its last job has ended. */
  ended(options?: CallOptions): Promise<ShownBatch>;
  /** What has ended so far, in the order of the lines. */
  results(options?: ResultsOptions): AsyncGenerator<EndedLine<Data>, void, undefined>;
};

/** The first and the longest pause between two looks at a batch that is waited for. */
const [firstPauseMs, longestPauseMs] = [500, 15_000];

/** `/v1/batches`: jobs that are sent together. Every method throws as `extract` does. */
export class VouchBatches {
  readonly #connection: ServerConnection;

  constructor(connection: ServerConnection) {
    this.#connection = connection;
  }

  /**
   * Sends lines with their documents, all of which are taken in or none. Documents are read while they are sent, one after the other. Under one
   * idempotency key: what is tried again makes one batch.
   */
  async create<const Schema extends AnySchema, const LineSchema extends AnySchema = Schema>(
    lines: readonly BatchItem<LineSchema>[],
    schema: Schema,
    options: BatchOptions = {},
  ): Promise<SentBatch<DataOf<Schema> | DataOf<LineSchema>>> {
    const { zip, idempotencyKey = crypto.randomUUID(), signal, timeoutMs } = options;
    const form = await batchForm(lines, { ...schemaFields(schema), ...queueTexts(options) }, zip);
    const headers = { 'idempotency-key': idempotencyKey };
    const call = { method: 'POST', path: 'v1/batches', form, headers, idempotent: true, signal, timeoutMs } as const;
    const batch = await ask<ShownBatch>(this.#connection, call);
    return {
      ...batch,
      ended: (terms) => this.ended(batch.id, terms),
      results: (terms) => this.#lines(`${pathOf(batch.id)}/results`, terms),
    };
  }

  /** A batch as it is, with its jobs counted by status. */
  get(id: string, options: CallOptions = {}): Promise<ShownBatch> {
    return ask(this.#connection, { method: 'GET', path: pathOf(id), idempotent: true, ...options });
  }

  /** Your batches, newest first. */
  list({ limit, cursor, ...options }: BatchListOptions = {}): Promise<BatchesPage> {
    return ask(this.#connection, { method: 'GET', path: 'v1/batches', query: { limit, cursor }, idempotent: true, ...options });
  }

  /** All of your batches, page by page: `for await (const batch of vouch.batches.all())`. */
  async *all(options: Omit<BatchListOptions, 'cursor'> = {}): AsyncGenerator<ListedBatch, void, undefined> {
    for await (const { batches } of everyPage((from) => this.list({ ...options, ...from }))) yield* batches;
  }

  /** A batch once its last job has ended. `timeoutMs` is for all of the waiting; without one it is a week. @throws TimedOutError */
  async ended(id: string, { timeoutMs = patienceMs, signal }: CallOptions = {}): Promise<ShownBatch> {
    const ends = performance.now() + timeoutMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
      const batch = await this.get(id, { signal, timeoutMs: Math.min(this.#connection.timeoutMs, Math.max(1, ends - performance.now())) });
      if (batch.status === 'ended') return batch;
      if (performance.now() + pauseMs >= ends)
        throw new TimedOutError(`The batch ${id} did not end within ${timeoutMs} ms (timeoutMs); it goes on`);
      await sleep(pauseMs, signal);
    }
  }

  /**
   * What has ended of a batch so far, in the order of its lines: `for await (const line of vouch.batches.results(id, schema))`. Lines come as
   * they are read, and where the connection breaks, it goes on after the last one. `schema` gives the types only; `timeoutMs` is for each wait.
   */
  results<const Schema extends AnySchema>(
    id: string,
    _schema: Schema,
    options: ResultsOptions = {},
  ): AsyncGenerator<EndedLine<DataOf<Schema>>, void, undefined> {
    return this.#lines(`${pathOf(id)}/results`, options);
  }

  /** The same of the lines alone that came to nothing. */
  async *errors(id: string, options: CallOptions = {}): AsyncGenerator<FailedLine, void, undefined> {
    for await (const line of this.#lines(`${pathOf(id)}/errors`, options)) if (line.status !== 'done') yield line;
  }

  /**
   * Cancels what is under way of a batch, or forgets one that has ended, with its jobs. The batch as it is then, or was. It is not tried again
   * when the connection breaks: the first attempt may have cancelled it, and a second would forget it.
   */
  remove(id: string, options: CallOptions = {}): Promise<ShownBatch> {
    return ask(this.#connection, { method: 'DELETE', path: pathOf(id), idempotent: false, ...options });
  }

  async *#lines<Data>(
    path: string,
    { threshold = defaultThreshold, ...options }: ResultsOptions = {},
  ): AsyncGenerator<EndedLine<Data>, void, undefined> {
    const received = receiveLines<SentLine>(this.#connection, { method: 'GET', path, idempotent: true, ...options });
    for await (const { line, requestId } of received) yield endedLine(line, { threshold, requestId });
  }
}

const pathOf = (id: string): string => `v1/batches/${encodeURIComponent(id)}`;

function endedLine<Data>(sent: SentLine, context: AnswerContext): EndedLine<Data> {
  const { custom_id, job, status, credits } = sent;
  try {
    const vouched = endOf<Data>({ ...sent, id: job }, context);
    if (vouched && status === 'done') return { custom_id, job, status, credits, ...vouched };
  } catch (error) {
    if (status !== 'done' && error instanceof VouchError) return { custom_id, job, status, credits, error };
    throw error;
  }
  throw new UnexpectedAnswerError(200, context.requestId);
}
