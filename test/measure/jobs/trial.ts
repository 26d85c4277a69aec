import type { StoreKind } from './store.js';

/** A measure of what is said of jobs. */
export interface JobsTrial {
  readonly name: string;
  /** What it does, for the usage. */
  readonly does: string;
  /** The stores on which it is tried unless one is named. */
  readonly stores: readonly StoreKind[];
  readonly usual: TrialEffort;
  run(effort: TrialEffort, store: StoreKind): Promise<readonly TrialLine[]>;
}

export interface TrialEffort {
  readonly jobs: number;
  /** Killed processes, or other disturbances. */
  readonly kills?: number;
  readonly everyMs?: number;
}

/** A line of the table that is printed. */
export interface TrialLine {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}
