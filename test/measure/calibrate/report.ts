import { upperBound } from '../eval/figures/clopper-pearson.js';
import type { Calibrated, CalibrationTrial } from './calibrate.js';
import type { Prediction } from './learning/sample.js';
import { acceptedAt, brier, calibrationError, chanceError, rankingQuality, riskArea } from './measure.js';
import type { Runs } from './read-runs.js';

const thresholds = [0.7, 0.85, 0.9, 0.95];

/** The effect of calibration on unseen issuers as text. The same runs and seed give the same text. */
export const report = ({ trials, table }: Calibrated, { documents, nulls }: Runs): string =>
  [
    `${table.model}: learned from ${table.n} values in ${documents} documents; ${nulls} nulls where the truth states a value are left out`,
    '',
    ...trials.flatMap((trial) => about(trial, table.split)),
    legend,
  ].join('\n');

function about(
  { family, groups, before, after, unheld, helps }: CalibrationTrial,
  { folds, seed }: Calibrated['table']['split'],
): readonly string[] {
  const verdict = helps ? 'calibrated' : 'left at the start values: too few groups, or no help on those held out';
  return [
    `== ${family} documents: ${before.length} values of ${groups} groups, ${Math.min(folds, groups)} folds, seed ${seed}: ${verdict} ==`,
    row('', 'start values', 'calibrated'),
    row('ECE', calibrationError(before).toFixed(4), calibrationError(after).toFixed(4)),
    row('  by chance alone', chanceError(before).toFixed(4), chanceError(after).toFixed(4)),
    row('  with no cap held', '', unheld.toFixed(4)),
    row('Brier score', brier(before).toFixed(4), brier(after).toFixed(4)),
    row('AUROC', ranking(before), ranking(after)),
    row('AURC', riskArea(before).toFixed(4), riskArea(after).toFixed(4)),
    ...thresholds.flatMap((threshold) => [
      row(`coverage at ${threshold.toFixed(2)}`, coverage(before, threshold), coverage(after, threshold)),
      row('  silent errors', silent(before, threshold), silent(after, threshold)),
    ]),
    '',
  ];
}

const row = (name: string, before: string, after: string): string =>
  `${name.padEnd(20)} ${before.padStart(32)} ${after.padStart(32)}`.trimEnd();
const ranking = (predictions: readonly Prediction[]): string => rankingQuality(predictions)?.toFixed(4) ?? '-';
const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)}%`;

function coverage(predictions: readonly Prediction[], threshold: number): string {
  const { accepted } = acceptedAt(predictions, threshold);
  return `${accepted} = ${percent(accepted / Math.max(1, predictions.length))}`;
}

function silent(predictions: readonly Prediction[], threshold: number): string {
  const { accepted, wrong } = acceptedAt(predictions, threshold);
  if (accepted === 0) return '-';
  return `${wrong} = ${percent(wrong / accepted, 2)}, at most ${percent(upperBound(wrong, accepted), 2)}`;
}

const legend = `Every value is scored by a table that was learned without its group, that is its issuer or generator. ECE: expected calibration error over 15
bins of equal mass, equal scores in one bin; by chance alone: what true probabilities would show on so many groups. With no cap held: if caps
that start under 0.85 could be lifted to it, which the engine refuses. AUROC: the chance that a right value scores above a wrong one. AURC: the
mean error over all coverages. A silent error is a wrong value that reaches the threshold; its bound is the one-sided upper 95 % of Clopper and
Pearson. Nulls keep their start values: the truth does not state what a document lacks.
`;
