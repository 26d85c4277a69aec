import type { DocumentFamily } from '../../../../core/contracts/cap.js';
import { InputError } from '../../../../core/index.js';
import { crossValidate, split } from '../learning/cross-validate.js';
import { type LearningPlan, learn, massesOf } from '../learning/learn.js';
import { type RunSample, type Runs, type SaidAlone } from '../read-runs.js';
import { type ComparedValue, type CurvePoint, curveOf, scoresOf, type Way, ways } from './curve.js';

export interface ComparisonPlan extends LearningPlan {
  readonly folds: number;
  readonly seed: number;
}

/** How well each way tells right values from wrong ones, in the readings of one reader. */
export interface Comparison {
  readonly reader: string;
  readonly plan: ComparisonPlan;
  readonly documents: number;
  readonly families: readonly DocumentFamily[];
  readonly sources: number;
  readonly values: readonly ComparedValue[];
  readonly curves: Readonly<Record<Way, readonly CurvePoint[]>>;
}

/**
 * Scores the values of runs with planted faults in each way, ours by tables that are learned from the other sources.
 * @throws InputError when the runs are not such runs.
 */
export function compare(reader: string, { samples }: Runs, plan: ComparisonPlan): Comparison {
  const folds = split(
    samples.filter(isComparable).filter(({ fault, right }) => fault === undefined || !right),
    plan,
  );
  const known = folds.flat();
  if (known.length === 0)
    throw new InputError(`nothing of ${reader} can be compared: make runs with vouch faults CORPUS --readings ${reader}`);
  const { after } = crossValidate(folds, (others) => learn(others, plan));
  const weightOf = massesOf(known, plan);
  const values = known.map((sample, at) => ({
    source: sample.source,
    right: sample.right,
    planted: sample.fault !== undefined,
    cell: sample.field === 'line',
    weight: weightOf(sample),
    scores: scoresOf(sample, after[at]?.score ?? 0),
  }));
  const curves = Object.fromEntries(ways.map((way) => [way, curveOf(values, way)])) as Comparison['curves'];
  const count = (of: 'document' | 'source'): number => new Set(known.map((sample) => sample[of])).size;
  const families = [...new Set(known.map(({ family }) => family))].sort();
  return { reader, plan, families, documents: count('document'), sources: count('source'), values, curves };
}

const isComparable = (sample: RunSample): sample is RunSample & { readonly alone: SaidAlone } => sample.alone !== undefined;
