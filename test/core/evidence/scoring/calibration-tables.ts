import type { CapName, FieldFamily } from '../../../../core/contracts/cap.js';
import type { CalibrationTable } from '../../../../core/index.js';

type WeightEntry = CalibrationTable['weights'][number];
type PriorEntry = CalibrationTable['priors'][number];

/** A table of the scripted reader; an entry is of all its values unless it says which. */
export const tableOf = (weights: readonly WeightEntry[], more: Partial<CalibrationTable> = {}): CalibrationTable => ({
  model: 'reader',
  date: '2026-11-20',
  corpus: 'sha256:0',
  n: 100,
  split: { by: 'source', groups: 10, folds: 5, seed: 1 },
  ece: { before: 0.1, after: 0.02 },
  priors: [],
  weights,
  ...more,
});

export const weightOf = (cap: CapName, weight: number, more: Partial<WeightEntry> = {}): WeightEntry => ({
  ...{ cap, n: 100, correct: 90, weight },
  ...more,
});

/** What a value weighs beforehand, in native documents. */
export const priorOf = (field: FieldFamily, weight: number, more: Partial<PriorEntry> = {}): PriorEntry => ({
  ...{ family: 'native', field, n: 100, correct: 90, weight },
  ...more,
});
