import { type CapName, documentFamilies, fieldFamilies } from '../../../../core/contracts/cap.js';
import type { CalibrationTable } from '../../../../core/index.js';

type WeightEntry = CalibrationTable['weights'][number];
type PriorEntry = CalibrationTable['priors'][number];

/** A table of the scripted reader; an entry holds for all values unless it says which, and without other priors all values are measured. */
export const tableOf = (weights: readonly Partial<WeightEntry>[], more: Partial<CalibrationTable> = {}): CalibrationTable => ({
  model: 'reader',
  date: '2026-11-20',
  corpus: 'sha256:0',
  n: 100,
  split: { by: 'source', groups: 10, folds: 5, seed: 1 },
  ece: { before: 0.1, after: 0.02 },
  priors: documentFamilies.flatMap((family) => fieldFamilies.map((field) => priorOf(0.75, { family, field }))),
  weights: weights.map((row) => ({ cap: 'agreement.single', n: 100, correct: 90, weight: 0.5, ...row })),
  ...more,
});

/** What a value of money in native documents weighs before anything is found, unless the entry is of others. */
export const priorOf = (weight: number, more: Partial<PriorEntry> = {}): PriorEntry => ({
  family: 'native',
  field: 'money',
  n: 100,
  correct: 90,
  weight,
  ...more,
});

/** One weight of a table, of all its values unless it says which. */
export const weightOf = (cap: CapName, weight: number, more: Partial<WeightEntry> = {}): WeightEntry => ({
  ...{ cap, n: 100, correct: 90, weight },
  ...more,
});
