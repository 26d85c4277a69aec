import type { RunSample } from '../read-runs.js';
import type { Comparison } from './compare.js';
import { type ComparedValue, curveOf, type Way, ways } from './curve.js';

/** Values of one score by every way; those that are named have another. */
export const valuesOf = (score: number, verdicts: string, more: Partial<Record<Way, number>> = {}): readonly ComparedValue[] =>
  [...verdicts].map((verdict) => ({
    source: 'acme',
    right: verdict === '+',
    planted: verdict === 'x',
    cell: false,
    weight: verdict === 'x' ? 0.5 : 1,
    scores: { "model's own word": score, 'quote check': score, 'lowest cap': score, weighing: score, ...more },
  }));

export const comparisonOf = (values: readonly ComparedValue[], reader = 'large'): Comparison => ({
  ...{ reader, values, plan: { faultShare: 0.2, folds: 10, seed: 1 }, documents: 12, families: ['native'], sources: 4 },
  curves: Object.fromEntries(ways.map((way) => [way, curveOf(values, way)])) as Comparison['curves'],
});

/** A value of a run with planted faults: its quote is found, and its reader is certain. */
export const runSample = (more: Partial<RunSample> = {}): RunSample => ({
  ...{ source: 'acme', document: 'one', family: 'native', field: 'money', right: true },
  caps: [{ name: 'evidence.exact' }, { name: 'label.unknownText' }],
  alone: { word: 'certain', quoted: 'exact' },
  ...more,
});
