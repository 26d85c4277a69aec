import type { Observer } from '../../core/index.js';

/** A request for an extraction, as far as it may be told. */
export interface Incoming {
  readonly method: string;
  /** The pattern of its path: '/v1/extract'. */
  readonly route: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Answered {
  /** 499 when the caller was gone before. */
  readonly status: number;
  /** Of an extraction that failed. */
  readonly code?: string;
}

/** Wants to hear of requests: when each one comes, what is done for it, and how it was answered. */
export interface Listener {
  come(request: Incoming): Listening;
}

export interface Listening extends Observer {
  answered(answer: Answered): void;
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
