import type { CapName } from '../../../../core/contracts/cap.js';
import type { CalibrationSample, Prediction } from './sample.js';

interface Counts {
  readonly n: number;
  readonly right: number;
}

/** Samples of native documents about which one thing was found besides the quote, some of them right; of money, one source and a document each by default. */
export const samplesOf = (cap: CapName, { n, right }: Counts, more: Partial<CalibrationSample> = {}): readonly CalibrationSample[] =>
  Array.from({ length: n }, (_, index) => ({
    source: 'acme',
    document: `document ${index}`,
    family: 'native',
    field: 'money',
    caps: [{ name: 'evidence.exact' }, { name: cap }],
    right: index < right,
    ...more,
  }));

/** Samples of one score. */
export const predictionsOf = (score: number, { n, right }: Counts, source = 'acme'): readonly Prediction[] =>
  Array.from({ length: n }, (_, index) => ({ source, family: 'native', field: 'money', score, right: index < right }));
