import { startValues } from '../../../../core/evidence/scoring/caps.js';
import type { QuoteFinding } from '../../faults/results/baselines/quote-check.js';
import type { CalibrationSample } from '../learning/sample.js';
import type { RunSample, SaidAlone } from '../read-runs.js';

/** The ways to score a value that are compared, from the plainest to ours. */
export const ways = ["model's own word", 'quote check', 'lowest cap', 'weighing'] as const;
export type Way = (typeof ways)[number];

/** A value with its score by each way, 0..1, and how much it counts. */
export interface ComparedValue {
  readonly source: string;
  readonly right: boolean;
  /** Whether it was made wrong on purpose. */
  readonly planted: boolean;
  /** Whether it is a cell of a row. */
  readonly cell: boolean;
  readonly weight: number;
  readonly scores: Readonly<Record<Way, number>>;
}

/** The scores of a value without any table, and the given one of a table that has not seen its source. */
export const scoresOf = (sample: RunSample & { readonly alone: SaidAlone }, weighing: number): ComparedValue['scores'] => ({
  "model's own word": startValues[`model.${sample.alone.word}`],
  'quote check': quoteScores[sample.alone.quoted],
  'lowest cap': lowestCap(sample),
  weighing,
});

/** The quote is there, is there in part, or is not. */
const quoteScores: Readonly<Record<QuoteFinding, number>> = { exact: 1, part: 0.5, none: 0 };

/** The strength of the weakest finding, as values were scored before findings were weighed. */
const lowestCap = ({ caps }: CalibrationSample): number =>
  Math.min(...caps.map(({ name, heldTo = 1 }) => Math.min(startValues[name], heldTo)));
