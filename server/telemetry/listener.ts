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
}

/** One observer that forwards everything to several. */
export const together = (observers: readonly Observer[]): Observer => ({
  begin(step) {
    const observations = observers.map((observer) => observer.begin(step));
    return {
      ...together(observations),
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
