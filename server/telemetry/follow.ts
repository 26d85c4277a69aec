import type { FastifyReply, FastifyRequest, onErrorHookHandler, onRequestAsyncHookHandler, onSendAsyncHookHandler } from 'fastify';
import {
  type CallUsage,
  type Ending,
  type Observation,
  type Observer,
  type Progress,
  type Step,
  shownCost,
  UsageLedger,
} from '../../core/index.js';
import { Refusal } from '../http/refusal.js';
import { type Call, errorCodeHeader, onceClosed, statusOf } from '../http/request.js';
import type { Tell } from './events.js';
import {
  combined,
  type QueuedWork,
  type Queuing,
  type RequestListener,
  type RequestOutcome,
  roleWithin,
  stageName,
  type TraceContext,
  type WorkListener,
  type WorkOutcome,
} from './listener.js';

/** The interface between the routes and everything that observes requests. */
export interface Telemetry {
  readonly tell: Tell;
  /** The first hook of an observed route; it must run before the route's own guards. */
  readonly guard: onRequestAsyncHookHandler;
  readonly hooks: { readonly onSend: onSendAsyncHookHandler; readonly onError: onErrorHookHandler };
  of(call: Call): FollowedRequest;
  /** Follows work of a queue that this process begins. */
  startWork(work: QueuedWork): FollowedWork;
}

export interface FollowedRequest {
  readonly times: Times;
  /** Receives the steps of the request. */
  readonly observer: Observer;
  /** Follows how the request queues a job or a batch. */
  queues(id: string): Queuing;
}

export interface FollowedWork {
  readonly times: Times;
  /** Receives the steps of the work. */
  readonly observer: Observer;
  ended(outcome: WorkOutcome): void;
}

/** Observes each request, refused ones included, from its arrival to its answer, and what is done for jobs, and notifies every listener. */
export function follow(listeners: readonly (RequestListener & WorkListener)[], tell: Tell): Telemetry {
  const all = new WeakMap<FastifyRequest, FollowedRequest>();
  const of = (call: Call): FollowedRequest => {
    const known = all.get(call.request) ?? followOne(call, listeners);
    all.set(call.request, known);
    return known;
  };
  return {
    tell,
    of,
    startWork: (work) => followWork(work, listeners),
    guard: async (request, reply) => void of({ request, reply }),
    hooks: {
      onSend: async (request, reply) => void reply.header('Server-Timing', of({ request, reply }).times.header),
      onError(_request, _reply, error, done) {
        if (error instanceof Refusal && error.shed) tell({ kind: 'shed', reason: error.shed });
        done();
      },
    },
  };
}

function followOne({ request, reply }: Call, listeners: readonly RequestListener[]): FollowedRequest {
  const { method, headers, routeOptions } = request;
  const times = new Times();
  const listening = listeners.map((listener) => listener.received({ method, route: routeOptions.url ?? '', headers }));
  onceClosed(reply, () => {
    for (const listener of listening) listener.answered(answerOf(reply));
  });
  return {
    times,
    observer: combined([times, ...listening]),
    queues: (id) => queuing(listening.flatMap((observer) => observer.queues?.(id) ?? [])),
  };
}

function queuing(all: readonly Queuing[]): Queuing {
  const trace = all.find((one) => one.trace)?.trace;
  return {
    ...(trace && { trace }),
    end(ending) {
      for (const one of all) one.end(ending);
    },
  };
}

function followWork(work: QueuedWork, listeners: readonly WorkListener[]): FollowedWork {
  const times = new Times();
  const listening = listeners.map((listener) => listener.startWork(work));
  return {
    times,
    observer: combined([times, ...listening]),
    ended(outcome) {
      for (const observer of listening) observer.ended(outcome);
    },
  };
}

function answerOf(reply: FastifyReply): RequestOutcome {
  const status = statusOf(reply);
  const code = status === 200 ? reply.getHeader(errorCodeHeader) : undefined;
  return { status, ...(typeof code === 'string' && { code }) };
}

/** Queues a job, or a batch of so many, and tells whoever traces it that it is queued or has failed. */
export async function whileQueuing<T>(
  queued: Queuing,
  work: (trace: TraceContext | undefined) => Promise<T>,
  jobsIn?: (done: T) => number,
): Promise<T> {
  try {
    const done = await work(queued.trace);
    queued.end(jobsIn ? { jobs: jobsIn(done) } : {});
    return done;
  } catch (error) {
    queued.end({ failure: error instanceof Refusal ? String(error.status) : '_OTHER' });
    throw error;
  }
}

/** The timings of one request, and what it used, for its answer and its log line. */
class Times implements Observer {
  readonly #began = performance.now();
  readonly #stages = new Map<string, number>();
  readonly #progress = new Map<string, Progress>();
  readonly #ledger = new UsageLedger();
  #pages: number | undefined;

  begin(step: Step, within?: Step): Observation {
    const began = performance.now();
    const counted =
      step.kind === 'call' ? this.#ledger.begin({ model: `${step.provider}:${step.model}`, role: roleWithin(within) }) : undefined;
    return {
      begin: (inside) => this.begin(inside, step),
      progress: (come) => {
        if (step.kind === 'stage') this.#progress.set(stageName(step), come);
      },
      end: (ending) => {
        if (step.kind === 'stage') this.#timed(stageName(step), began, ending);
        counted?.(ending.usage, ending.cost);
      },
    };
  }

  /** A `Server-Timing` header: milliseconds of each finished stage, and of the request so far; and what was read in a stage that reads rows. */
  get header(): string {
    const all = [...this.#stages, ['total', performance.now() - this.#began] as const];
    return all.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}${this.#rowsRead(name)}`).join(', ');
  }

  /** Whether a provider was asked, which may cost money. */
  get providerWasCalled(): boolean {
    return this.#ledger.usage(undefined).calls > 0;
  }

  /** The fields of the log line: names and numbers only. The currency is that of the configured prices. */
  summary(currency: string | undefined) {
    const { models, ...usage } = this.#ledger.usage(currency);
    return {
      ...(this.#pages !== undefined && { pages: this.#pages }),
      ...(models.length > 0 && { models: [...new Set(models.map(({ model }) => model))], ...usageFields(usage, currency) }),
      stages: Object.fromEntries([...this.#stages].map(([name, ms]) => [name, Math.round(ms)])),
    };
  }

  #rowsRead(stage: string): string {
    const { pages, ofPages, rows } = this.#progress.get(stage) ?? { pages: 0, ofPages: 0, rows: 0 };
    return rows === 0 ? '' : `;desc="${pages} of ${ofPages} pages, ${rows} rows"`;
  }

  #timed(name: string, began: number, { pages }: Ending): void {
    this.#stages.set(name, performance.now() - began);
    if (pages !== undefined) this.#pages = pages;
  }
}

/** Null is unknown. `tokens` is input and output together. */
const usageFields = ({ calls, unmeasuredCalls, inputTokens, outputTokens, cost, ...cache }: CallUsage, currency: string | undefined) => ({
  calls,
  ...(unmeasuredCalls > 0 && { unmeasured_calls: unmeasuredCalls }),
  tokens: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
  input_tokens: inputTokens,
  cached_input_tokens: cache.cachedInputTokens,
  cache_write_tokens: cache.cacheWriteTokens,
  output_tokens: outputTokens,
  ...(currency !== undefined && { cost: cost && shownCost(cost).toNumber(), currency }),
});
