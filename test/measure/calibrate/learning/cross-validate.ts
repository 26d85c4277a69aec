import { type CapWorth, unmeasured, worthIn } from '../../../../core/evidence/scoring/calibration.js';
import type { Learned } from './learn.js';
import { type Prediction, type Sample, scoreOf } from './sample.js';

/** Every sample scored once without a table, and once with one that was learned from the other folds: it has not seen the sample's group. */
export interface HeldOut {
  readonly before: readonly Prediction[];
  readonly after: readonly Prediction[];
}

export function crossValidate(folds: readonly (readonly Sample[])[], learn: (samples: readonly Sample[]) => Learned): HeldOut {
  const after = folds.flatMap((fold) => {
    const worth = worthIn(learn(folds.filter((other) => other !== fold).flat()));
    return fold.map((sample) => predict(sample, worth));
  });
  return { before: folds.flat().map((sample) => predict(sample, unmeasured)), after };
}

const predict = (sample: Sample, worth: CapWorth): Prediction => ({
  group: sample.group,
  score: scoreOf(sample, worth),
  right: sample.right,
});
