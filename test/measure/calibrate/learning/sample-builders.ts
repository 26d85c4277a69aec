import type { CapName } from '../../../../core/contracts/cap.js';
import type { CalibrationSample, Prediction } from './sample.js';

/** Samples of native documents that one cap decided, some of them right; of money fields and one group by default. */
export const samplesOf = (
  cap: CapName,
  { n, right }: { readonly n: number; readonly right: number },
  more: Partial<CalibrationSample> = {},
): readonly CalibrationSample[] =>
  Array.from({ length: n }, (_, index) => ({
    group: 'acme',
    document: 'one',
    family: 'native',
    field: 'money',
    caps: [{ name: 'evidence.exact' }, { name: cap }],
    right: index < right,
    ...more,
  }));

/** Samples of one score. */
export const predictionsOf = (
  score: number,
  { n, right }: { readonly n: number; readonly right: number },
  group = 'acme',
): readonly Prediction[] => Array.from({ length: n }, (_, index) => ({ group, score, right: index < right }));
