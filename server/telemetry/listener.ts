import type { Observer, Step, UsageRole } from '../../core/index.js';

/** The parts of an extraction request that telemetry may see. */
export interface ReceivedRequest {
  readonly method: string;
  /** The route pattern: '/v1/extract'. */
  readonly route: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface RequestOutcome {
  /** 499 when the caller disconnected first. */
  readonly status: number;
  /** The error code of a failed extraction. */
  readonly code?: string;
}

/** Observes requests: their arrival, each step of their work, and their outcome. */
export interface RequestListener {
  received(request: ReceivedRequest): RequestObserver;
}

export interface RequestObserver extends Observer {
  answered(answer: RequestOutcome): void;
  /** The request begins to queue a job or a batch of this id. Absent where nobody wants to know. */
  queues?(id: string): Queuing;
}

/** A job or a batch that is being queued. */
export interface Queuing {
  /** To be kept with each job; absent where nobody traces. */
  readonly trace?: TraceContext;
  /** It is queued, or it has failed with this kind of failure. */
  end(ending: { readonly jobs?: number; readonly failure?: string }): void;
}

/** A span, as it is told to whoever goes on with its trace. Source: W3C Trace Context, the headers `traceparent` and `tracestate`. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Work that was queued, and that this process has begun. */
export type QueuedWork =
  | {
      readonly kind: 'job';
      readonly id: string;
      /** The batch that it came with. */
      readonly batch: string | undefined;
      readonly attemptsLeft: number;
      readonly trace: TraceContext | undefined;
    }
  | {
      readonly kind: 'delivery';
      readonly message: string;
      readonly webhook: string;
      readonly event: string;
      /** Attempts before this one. */
      readonly attempts: number;
      /** Of the request that has queued what the message is about. */
      readonly trace: TraceContext | undefined;
    };

export interface WorkOutcome {
  readonly result: RunResult | DeliveryResult;
  /** What kind of failure it was: an error code, or an HTTP status. */
  readonly failure?: string;
  /** What a receiver answered. */
  readonly status?: number;
}

/**
 * How a run of a job ended. `failed`: as it would on each try; `retried`: it is tried again, `dead`: it is not, because that was the last attempt;
 * `postponed`: no provider took it; `returned`: its worker ends, or has another secret; `lost`: another worker has taken it over.
 */
export type RunResult = 'done' | 'failed' | 'retried' | 'dead' | 'postponed' | 'cancelled' | 'returned' | 'lost';

export type DeliveryResult = 'delivered' | 'again' | 'given up' | 'switched off';

/** Observes work that was queued: its begin, each step of it, and its outcome. */
export interface WorkListener {
  startWork(work: QueuedWork): Observer & { ended(outcome: WorkOutcome): void };
}

/** One observer that forwards everything to several. */
export const combined = (observers: readonly Observer[]): Observer => ({
  begin(step) {
    const observations = observers.map((observer) => observer.begin(step));
    return {
      ...combined(observations),
      progress(come) {
        for (const observation of observations) observation.progress?.(come);
      },
      end(ending) {
        for (const observation of observations) observation.end(ending);
      },
    };
  },
});

/** The name of a stage in headers, logs and metrics: 'read', and 'read-2' in the second round. */
export const stageName = ({ stage, round }: Extract<Step, { readonly kind: 'stage' }>): string =>
  round === 1 ? stage : `${stage}-${round}`;

/** The caller of a provider, by the step around the call: a tier by its number, or a witness. */
export const roleWithin = (within: Step | undefined): UsageRole =>
  within?.kind === 'stage' && within.stage === 'read' ? (within.round === 1 ? '1' : '2') : 'witness';
