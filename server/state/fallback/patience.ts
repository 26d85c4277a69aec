/** How long a process puts up with a store that does not answer. */
export interface Patience {
  /** How long a request waits for an answer where it has something else to go on. */
  readonly waitMs: number;
  /** How often a store that was lost is looked for, and credits are offered that it would not take. */
  readonly retryMs: number;
  /** How long the process goes on by itself. */
  readonly goOnMs: number;
  /** Milliseconds that never run backwards. */
  now(): number;
}

export const patient: Patience = { waitMs: 250, retryMs: 1_000, goOnMs: 60_000, now: () => performance.now() };
