import { type CapWorth, counts, type HeldCap, type Stratum, unmeasured } from '../../../../core/evidence/scoring/calibration.js';
import { lowest } from '../../../../core/evidence/scoring/caps.js';

/** One value that was read, all that held its score down, and whether the document says so. */
export interface CalibrationSample extends Stratum {
  /** Issuer or generator: what one of its documents teaches says little of another one's layout, so it is never split. */
  readonly group: string;
  /** SHA-256 of the document, in hex. */
  readonly document: string;
  readonly caps: readonly HeldCap[];
  readonly right: boolean;
}

/** A score beside the fact. */
export interface Prediction {
  readonly group: string;
  /** 0..1 */
  readonly score: number;
  readonly right: boolean;
}

/** The score that the engine gives such a value, two decimals. */
export const scoreOf = (sample: CalibrationSample, worth: CapWorth): number =>
  Math.round((deciding(sample, worth)?.value ?? 0) * 100) / 100;

/** The cap that decides by the start values, whatever calibration counted when the run was made. */
export const decidingCap = (sample: CalibrationSample): HeldCap | undefined => deciding(sample, unmeasured);

const deciding = (sample: CalibrationSample, worth: CapWorth) =>
  lowest(sample.caps.map((given) => ({ ...given, value: counts(given, worth, sample), reason: '' })));
