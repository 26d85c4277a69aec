import { type ReaderRecord, recordIn, unmeasured } from '../../../../core/evidence/scoring/weigh.js';
import { randomOf } from '../../../kit/random.js';
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

/**
 * Splits samples into folds of similar size without splitting a source: shuffled sources, largest first, go to the smallest fold. The same
 * seed gives the same folds.
 */
export function split<S extends CalibrationSample>(
  samples: readonly S[],
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly (readonly S[])[] {
  const named = [...Map.groupBy(samples, ({ source }) => source)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sources = randomOf(seed, 'split')
    .shuffled(named.map(([, members]) => members))
    .toSorted((a, b) => b.length - a.length);
  const parts: S[][] = Array.from({ length: Math.min(folds, sources.length) }, () => []);
  for (const members of sources) {
    const smallest = parts.reduce((least, part) => (part.length < least.length ? part : least), parts[0] ?? []);
    for (const member of members) smallest.push(member);
  }
  return parts;
}
