import { lowest } from '../../../../core/evidence/scoring/caps.js';
import type { Cap } from '../../../../core/index.js';
import type { FaultTrial, KeptValue, Results } from './records.js';

/** The faults that passed, each with the caps that let it pass. */
export const misses = ({ trials }: Results): readonly FaultTrial[] => trials.filter(({ caught }) => !caught);

/** The right values that did not reach the threshold, or were taken for another, each with the cap that decided. */
export const lost = ({ kept, threshold }: Results): readonly (KeptValue & { readonly decisive: Cap | null })[] =>
  kept.filter(({ right, score }) => !right || score < threshold).map((value) => ({ ...value, decisive: lowest(value.caps) ?? null }));
