import { type CapWorth, counts, type HeldCap, type Stratum, unmeasured } from '../../../../core/evidence/scoring/calibration.js';
import { lowest } from '../../../../core/evidence/scoring/caps.js';

/** One answered value, all caps on its score, and whether it is right. */
export interface CalibrationSample extends Stratum {
  /** Issuer or generator. A group is never split, because its documents share a layout. */
  readonly group: string;
  /** SHA-256 of the document, in hex. */
  readonly document: string;
  readonly caps: readonly HeldCap[];
  readonly right: boolean;
}

/** A score and whether the value is right. */
export interface Prediction {
  readonly group: string;
  /** 0..1 */
  readonly score: number;
  readonly right: boolean;
}

/** The score that the engine gives such a value, with two decimals. */
export const scoreOf = (sample: CalibrationSample, worth: CapWorth): number =>
  Math.round((deciding(sample, worth)?.value ?? 0) * 100) / 100;

/** The deciding cap by the start values, independent of the calibration of the run. */
export const decidingCap = (sample: CalibrationSample): HeldCap | undefined => deciding(sample, unmeasured);

const deciding = (sample: CalibrationSample, worth: CapWorth) =>
  lowest(sample.caps.map((given) => ({ ...given, value: counts(given, worth, sample), reason: '' })));
