import { createHash } from 'node:crypto';
import type { DocumentFamily, ReaderKind } from '../../../core/contracts/cap.js';
import type { CalibrationTable } from '../../../core/index.js';
import { crossValidate, type HeldOut, split } from './learning/cross-validate.js';
import { type LearningPlan, learn } from './learning/learn.js';
import type { CalibrationSample } from './learning/sample.js';
import { asRead, brier, calibrationError } from './measure.js';
import type { Runs } from './read-runs.js';

export interface Plan extends LearningPlan {
  readonly model: string;
  readonly alike: readonly string[];
  readonly kind?: ReaderKind;
  /** '2026-11-20' */
  readonly date: string;
  readonly folds: number;
  readonly seed: number;
}

/** How a table performs on unseen sources, for one kind of document. */
export interface CalibrationTrial extends HeldOut {
  readonly family: DocumentFamily;
  readonly sources: number;
  /** Whether calibration helps on unseen sources; only then it is learned. Judged by the Brier score, which does not depend on bins. */
  readonly helps: boolean;
}

export interface Calibrated {
  readonly table: CalibrationTable;
  readonly trials: readonly CalibrationTrial[];
}

/** With fewer sources, results say little about others. */
const fewestSources = 5;

/**
 * Tries calibration on sources held out, and learns the table from all samples of the kinds of documents where it helps. A kind with too few
 * sources is left to the unmeasured weights.
 */
export function calibrate({ samples }: Runs, { model, alike, kind, date, ...plan }: Plan): Calibrated {
  const heldOut = crossValidate(split(samples, plan), (others) => learn(others, plan));
  const families = [...new Set(samples.map(({ family }) => family))].sort();
  const trials = families.map((family) => trialOf(family, heldOut));
  const helped = trials.filter(({ helps }) => helps);
  const learnedFrom = samples.filter((sample) => helped.some(({ family }) => family === sample.family));
  const error = (side: keyof HeldOut): number =>
    Math.round(calibrationError(helped.flatMap((trial) => asRead(trial[side]))) * 10_000) / 10_000;
  const table: CalibrationTable = {
    model,
    ...(alike.length > 0 && { alike }),
    ...(kind && { kind }),
    date,
    corpus: corpusHash(learnedFrom),
    n: learnedFrom.length,
    split: { by: 'source', groups: sourcesOf(learnedFrom), folds: plan.folds, seed: plan.seed },
    ece: { before: error('before'), after: error('after') },
    ...learn(learnedFrom, plan),
  };
  return { table, trials };
}

function trialOf(family: DocumentFamily, heldOut: HeldOut): CalibrationTrial {
  const [before, after] = [heldOut.before, heldOut.after].map((all) => all.filter((one) => one.family === family));
  const trial = { before: before ?? [], after: after ?? [] };
  const sources = sourcesOf(trial.after);
  return { family, sources, ...trial, helps: sources >= fewestSources && brier(asRead(trial.after)) < brier(asRead(trial.before)) };
}

/** A hash of the documents, whatever folder they are in. */
function corpusHash(samples: readonly CalibrationSample[]): string {
  const hashes = [...new Set(samples.map(({ document }) => document))].sort();
  return `sha256:${createHash('sha256').update(hashes.join('\n')).digest('hex')}`;
}

const sourcesOf = (samples: readonly { readonly source: string }[]): number => new Set(samples.map(({ source }) => source)).size;
