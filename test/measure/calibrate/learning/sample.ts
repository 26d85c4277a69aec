import { findingStrengths, type WeighedCap } from '../../../../core/evidence/scoring/caps.js';
import { type ReaderRecord, type Stratum, weigh } from '../../../../core/evidence/scoring/weigh.js';

/** An answered value: where it comes from, and whether it is right. */
export interface JudgedValue extends Stratum {
  /** Where the document comes from. A source is never split, because its documents resemble each other. */
  readonly source: string;
  readonly right: boolean;
  /** How likely it was to be judged, 0..1: a value stands for as many as it is the sample of. 1 when absent. */
  readonly chance?: number;
  /** The fault that was planted into the reading to make this value wrong; absent for a value as it was read. */
  readonly fault?: string;
}

/** A value with all that was found about it. */
export interface CalibrationSample extends JudgedValue {
  /** SHA-256 of the document, in hex. */
  readonly document: string;
  readonly caps: readonly WeighedCap[];
}

/** A value with a score. */
export interface Prediction extends JudgedValue {
  /** 0..1 */
  readonly score: number;
}

/** The score that the engine gives such a value. */
export const scoreOf = (sample: CalibrationSample, record: ReaderRecord): number =>
  weigh(
    sample.caps.map((given) => ({ ...given, value: Math.min(findingStrengths[given.name], given.limitedTo ?? 1), reason: '' })),
    record,
    sample,
  ).score;
