import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { type CalibrationTable, didYouMean } from '../core/index.js';
import type { Source } from './source.js';

/**
 * Loads the calibration tables of a list. A name stands for a shipped table (`local` is `config/calibration/local.json`), a path for a file,
 * relative to the folder of the configuration. The engine checks the tables.
 * @throws ConfigError when there is no such file, or when it is not JSON.
 */
export const loadCalibrations = (references: readonly string[], source: Source): readonly CalibrationTable[] =>
  references.map((reference, index) => {
    const refuse = (message: string, cause?: unknown) => source.error(message, ['calibrations', index], { of: 'value', cause });
    const file = fileOf(reference, source.folder);
    if (!existsSync(file)) throw refuse(isPath(reference) ? `there is no file ${file}.` : unknownCalibrationMessage(reference));
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as CalibrationTable;
    } catch (cause) {
      throw refuse(`${file} is no JSON. vouch calibrate writes such tables.`, cause);
    }
  });

/** Resolved by the name of the package, so that it is the same folder for the compiled file and for the source. */
const shippedFolder = join(createRequire(import.meta.url).resolve('vouch/package.json'), '../config/calibration');

const isPath = (reference: string): boolean => /[\\/]/.test(reference);
const fileOf = (reference: string, folder: string): string =>
  isPath(reference) ? resolve(folder, reference) : join(shippedFolder, `${reference}.json`);

function unknownCalibrationMessage(name: string): string {
  const names = readdirSync(shippedFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'));
  return `there is no shipped calibration "${name}".${didYouMean(name, names)} There is ${names.join(', ')}; a file of your own begins with ./.`;
}
