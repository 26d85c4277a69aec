import { type CapWorth, unmeasured, worthIn } from '../../../../core/evidence/scoring/calibration.js';
import type { LearnedTable } from './learn.js';
import { type CalibrationSample, type Prediction, scoreOf } from './sample.js';

/** Scores of every sample without a table, and with a table learned from the other folds, which have not seen its group. */
export interface HeldOut {
  readonly before: readonly Prediction[];
  readonly after: readonly Prediction[];
}

export function crossValidate(
  folds: readonly (readonly CalibrationSample[])[],
  learn: (samples: readonly CalibrationSample[]) => LearnedTable,
): HeldOut {
  const after = folds.flatMap((fold) => {
    const worth = worthIn(learn(folds.filter((other) => other !== fold).flat()));
    return fold.map((sample) => predict(sample, worth));
  });
  return { before: folds.flat().map((sample) => predict(sample, unmeasured)), after };
}

const predict = (sample: CalibrationSample, worth: CapWorth): Prediction => ({
  group: sample.group,
  score: scoreOf(sample, worth),
  right: sample.right,
});
