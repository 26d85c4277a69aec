import { type ReaderRecord, recordIn, unmeasured } from '../../../../core/evidence/scoring/weigh.js';
import type { LearnedTable } from './learn.js';
import { type CalibrationSample, type Prediction, scoreOf } from './sample.js';

/** Scores of every sample without a table, and with a table learned from the other folds, which have not seen its source. */
export interface HeldOut {
  readonly before: readonly Prediction[];
  readonly after: readonly Prediction[];
}

export function crossValidate(
  folds: readonly (readonly CalibrationSample[])[],
  learn: (samples: readonly CalibrationSample[]) => LearnedTable,
): HeldOut {
  const after = folds.flatMap((fold) => {
    const record = recordIn(learn(folds.filter((other) => other !== fold).flat()));
    return fold.map((sample) => predict(sample, record));
  });
  return { before: folds.flat().map((sample) => predict(sample, unmeasured)), after };
}

function predict(sample: CalibrationSample, record: ReaderRecord): Prediction {
  const { caps: _caps, document: _document, ...value } = sample;
  return { ...value, score: scoreOf(sample, record) };
}
