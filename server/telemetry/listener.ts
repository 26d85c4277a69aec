import type { Observer, Step } from '../../core/index.js';

/** A request for an extraction, as far as it may be told. */
export interface ReceivedRequest {
  readonly method: string;
  /** The pattern of its path: '/v1/extract'. */
  readonly route: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface RequestOutcome {
  /** 499 when the caller was gone before. */
  readonly status: number;
  /** Of an extraction that failed. */
  readonly code?: string;
}

/** Wants to hear of requests: when each one comes, what is done for it, and how it was answered. */
export interface RequestListener {
  received(request: ReceivedRequest): RequestObserver;
}

export interface RequestObserver extends Observer {
  answered(answer: RequestOutcome): void;
}

/** One observer that tells several what it is told. */
export const together = (observers: readonly Observer[]): Observer => ({
  begin(step) {
    const observations = observers.map((observer) => observer.begin(step));
    return {
      ...together(observations),
      end(ending) {
        for (const observation of observations) observation.end(ending);
      },
    };
  },
});

/** How a stage is called in headers, logs and metrics: 'read', and 'read-2' in the second round. */
export const stageName = ({ stage, round }: Extract<Step, { readonly kind: 'stage' }>): string =>
  round === 1 ? stage : `${stage}-${round}`;
