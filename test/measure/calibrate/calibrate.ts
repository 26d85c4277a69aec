import { createHash } from 'node:crypto';
import type { DocumentFamily } from '../../../core/contracts/cap.js';
import type { CalibrationTable } from '../../../core/index.js';
import { crossValidate, type HeldOut } from './learning/cross-validate.js';
import { learn } from './learning/learn.js';
import type { CalibrationSample } from './learning/sample.js';
import { split } from './learning/split.js';
import { brier, calibrationError } from './measure.js';
import type { Runs } from './read-runs.js';

export interface Plan {
  readonly model: string;
  readonly alike: readonly string[];
  /** '2026-11-20' */
  readonly date: string;
  readonly folds: number;
  readonly seed: number;
}

/** How a table performs on unseen groups, for one kind of document. */
export interface CalibrationTrial extends HeldOut {
  readonly family: DocumentFamily;
  readonly groups: number;
  /** The calibration error if caps had no ceiling. */
  readonly unheld: number;
  /** Whether calibration helps on unseen groups; only then it is learned. Judged by the Brier score, which does not depend on bins. */
  readonly helps: boolean;
}

export interface Calibrated {
  readonly table: CalibrationTable;
  readonly trials: readonly CalibrationTrial[];
}

/** With fewer issuers, results say little about others. */
const fewestGroups = 20;

/**
 * Tries calibration on held-out groups, for each kind of document separately, and learns the table from all samples of the kinds where it
 * helps.
 */
export function calibrate({ samples }: Runs, { model, alike, date, folds, seed }: Plan): Calibrated {
  const families = [...Map.groupBy(samples, ({ family }) => family)].sort(([a], [b]) => (a < b ? -1 : 1));
  const trials = families.map(([family, members]) => tryOn(family, members, { folds, seed }));
  const helped = trials.filter(({ helps }) => helps);
  const learnedFrom = samples.filter((sample) => helped.some(({ family }) => family === sample.family));
  const error = (side: keyof HeldOut): number => Math.round(calibrationError(helped.flatMap((trial) => trial[side])) * 10_000) / 10_000;
  const table: CalibrationTable = {
    model,
    ...(alike.length > 0 && { alike }),
    date,
    corpus: corpusHash(learnedFrom),
    n: learnedFrom.length,
    split: { by: 'group', groups: groupsOf(learnedFrom), folds, seed },
    ece: { before: error('before'), after: error('after') },
    ...learn(learnedFrom),
  };
  return { table, trials };
}

function tryOn(
  family: DocumentFamily,
  samples: readonly CalibrationSample[],
  plan: { readonly folds: number; readonly seed: number },
): CalibrationTrial {
  const folds = split(samples, plan);
  const heldOut = crossValidate(folds, learn);
  const unheld = calibrationError(crossValidate(folds, (others) => learn(others, () => 0.99)).after);
  const groups = groupsOf(samples);
  return {
    family,
    groups,
    ...heldOut,
    unheld,
    helps: groups >= fewestGroups && brier(heldOut.after) < brier(heldOut.before),
  };
}

/** A hash of the documents, whatever folder they are in. */
function corpusHash(samples: readonly CalibrationSample[]): string {
  const hashes = [...new Set(samples.map(({ document }) => document))].sort();
  return `sha256:${createHash('sha256').update(hashes.join('\n')).digest('hex')}`;
}

const groupsOf = (samples: readonly CalibrationSample[]): number => new Set(samples.map(({ group }) => group)).size;
