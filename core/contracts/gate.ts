import type { Draft } from './draft.js';
import type { Check } from './rule.js';
import type { JsonObject, Schema } from './schema.js';

/** What a doubt can be for. */
export const doubtCauses = ['null', 'unsure', 'policy', 'person'] as const;

/**
 * Why a draft is not accepted: a field that it does not answer well enough, or, for the whole document (`$`), a policy that fails. `person`: reading
 * again will not do, somebody has to look at it; Tier 2 is not asked because of it.
 */
export interface Doubt {
  readonly path: string;
  readonly cause: (typeof doubtCauses)[number];
}

/** Decides whether a draft is accepted; what it doubts, the next tier reads again. */
export interface ConfidenceGate {
  /** None = accepted. The threshold is 0..1. */
  review(draft: Draft, schema: Schema, threshold: number): readonly Doubt[];
}

/** Adds scores, evidence and issues to the data: makes the object of the answer. */
export interface MetaInjector {
  inject(draft: Draft, doubts: readonly Doubt[], checks: readonly Check[]): JsonObject;
}
