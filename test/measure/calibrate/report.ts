import { defaultThreshold } from '../../../core/contracts/extraction.js';
import { upperBound } from '../../../server/risk/error-bound.js';
import type { Calibrated, CalibrationTrial } from './calibrate.js';
import type { Prediction } from './learning/sample.js';
import { acceptedAt, asRead, brier, calibrationError, chanceError, rankingQuality, riskArea } from './measure.js';
import type { Runs } from './read-runs.js';

const thresholds = [0.7, 0.85, 0.9, 0.95];

/** The effect of calibration on unseen sources as text. The same runs and seed give the same text. */
export const report = ({ trials, table }: Calibrated, { documents, nulls }: Runs): string =>
  [
    `${table.model}: learned from ${table.n} values in ${documents} documents; ${nulls} nulls where the truth states a value are left out`,
    '',
    ...trials.flatMap((trial) => about(trial, table.split)),
    legend,
  ].join('\n');

function about(
  { family, sources, before, after, helps }: CalibrationTrial,
  { folds, seed }: Calibrated['table']['split'],
): readonly string[] {
  const verdict = helps ? 'calibrated' : 'left unmeasured: too few sources, or no help on those held out';
  const [was, is] = [asRead(before), asRead(after)];
  const hasPlanted = is.length < after.length;
  return [
    `== ${family} documents: ${is.length} values of ${sources} sources, ${Math.min(folds, sources)} folds, seed ${seed}: ${verdict} ==`,
    row('', 'unmeasured', 'calibrated'),
    row('ECE', calibrationError(was).toFixed(4), calibrationError(is).toFixed(4)),
    ...(hasPlanted ? [row('  half of it planted', hostileError(before), hostileError(after))] : []),
    row('  by chance alone', chanceError(was).toFixed(4), chanceError(is).toFixed(4)),
    row('Brier score', brier(was).toFixed(4), brier(is).toFixed(4)),
    row('AUROC, as read', ranking(was), ranking(is)),
    ...(hasPlanted ? [row('AUROC, planted', ranking(againstPlanted(before)), ranking(againstPlanted(after)))] : []),
    row('AURC', riskArea(was).toFixed(4), riskArea(is).toFixed(4)),
    ...thresholds.flatMap((threshold) => [
      row(`kept at ${threshold.toFixed(2)}`, keptAt(was, threshold), keptAt(is, threshold)),
      row('  silent errors', silent(was, threshold), silent(is, threshold)),
      ...(hasPlanted ? [row('  planted, caught', caught(before, threshold), caught(after, threshold))] : []),
    ]),
    ...Object.entries(kindsOfValues).flatMap(([name, isMeant]) => partly(name, was.filter(isMeant), is.filter(isMeant))),
    '',
  ];
}

const kindsOfValues = {
  'header fields': ({ field }: Prediction): boolean => field !== 'line',
  'cells of rows': ({ field }: Prediction): boolean => field === 'line',
};

/** The same for some of the values, as they were read, at the usual threshold. */
const partly = (name: string, was: readonly Prediction[], is: readonly Prediction[]): readonly string[] =>
  is.length === 0
    ? []
    : [
        row(`${name}, kept`, keptAt(was, defaultThreshold), keptAt(is, defaultThreshold)),
        row('  silent errors', silent(was, defaultThreshold), silent(is, defaultThreshold)),
        row('  ECE', calibrationError(was).toFixed(4), calibrationError(is).toFixed(4)),
      ];

/** Right values as read, and what was planted. */
const againstPlanted = (values: readonly Prediction[]): readonly Prediction[] =>
  values.filter(({ fault, right }) => (fault === undefined ? right : !right));

/** The calibration error where as many values are wrong on purpose as were read: a reader that has become much worse. */
function hostileError(values: readonly Prediction[]): string {
  const read = asRead(values);
  const planted = values.filter(({ fault, right }) => fault !== undefined && !right);
  const each = Math.max(1, Math.ceil(planted.length / read.length));
  return calibrationError([...read, ...planted.filter((_, at) => at % each === 0)]).toFixed(4);
}

const row = (name: string, before: string, after: string): string =>
  `${name.padEnd(20)} ${before.padStart(32)} ${after.padStart(32)}`.trimEnd();
const ranking = (predictions: readonly Prediction[]): string => rankingQuality(predictions)?.toFixed(4) ?? '-';
const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)}%`;
const share = (part: number, whole: number, digits = 1): string => `${part} of ${whole} = ${percent(part / Math.max(1, whole), digits)}`;

function keptAt(predictions: readonly Prediction[], threshold: number): string {
  const right = predictions.filter((one) => one.right);
  return share(right.filter(({ score }) => score >= threshold).length, right.length);
}

function caught(predictions: readonly Prediction[], threshold: number): string {
  const planted = predictions.filter(({ fault, right }) => fault !== undefined && !right);
  return share(planted.filter(({ score }) => score < threshold).length, planted.length, 2);
}

function silent(predictions: readonly Prediction[], threshold: number): string {
  const { accepted, wrong } = acceptedAt(predictions, threshold);
  if (accepted === 0) return '-';
  return `${share(wrong, accepted, 2)}, at most ${percent(upperBound(wrong, accepted), 2)}`;
}

const legend = `Every value is scored by a table that was learned without its source. ECE: expected calibration error over 15 bins of equal mass, equal
scores in one bin; half of it planted: with as many values that are wrong on purpose as were read; by chance alone: what true probabilities would show on so many sources. AUROC: the chance that a right value scores above
a wrong one; planted: above one that is wrong on purpose. AURC: the mean error over all coverages. Kept: right values that reach the
threshold. A silent error is a wrong value that reaches it; of header fields and cells, at 0.85; its bound is the one-sided upper 95 % of
Clopper and Pearson. Nulls are not weighed: the truth does not state what a document lacks.
`;
