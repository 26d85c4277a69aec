import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import type { CalibrationTable } from '../../core/index.js';
import { didYouMean } from '../checks/nearest.js';
import type { Source } from '../sources/source.js';

/**
 * The tables of a list: a name is a shipped one's (`local` is `config/calibration/local.json`), a path a file of your own, from the
 * configuration's folder. Whether a table holds together is the engine's to say.
 * @throws ConfigError when there is no such file, or it is no JSON.
 */
export const loadCalibrations = (references: readonly string[], source: Source): readonly CalibrationTable[] =>
  references.map((reference, index) => {
    const refuse = (message: string, cause?: unknown) => source.error(message, ['calibrations', index], { of: 'value', cause });
    const file = fileOf(reference, source.folder);
    if (!existsSync(file)) throw refuse(isPath(reference) ? `there is no file ${file}.` : unknownCalibrationMessage(reference));
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as CalibrationTable;
    } catch (cause) {
      throw refuse(`${file} is no JSON. npm run calibrate writes such tables.`, cause);
    }
  });

/** The package finds itself by name, so it does not matter whether this file runs compiled. */
const shipped = join(createRequire(import.meta.url).resolve('vouch/package.json'), '../config/calibration');

const isPath = (reference: string): boolean => /[\\/]/.test(reference);
const fileOf = (reference: string, folder: string): string =>
  isPath(reference) ? resolve(folder, reference) : join(shipped, `${reference}.json`);

function unknownCalibrationMessage(name: string): string {
  const names = readdirSync(shipped)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'));
  return `there is no shipped calibration "${name}".${didYouMean(name, names)} There is ${names.join(', ')}; a file of your own begins with ./.`;
}
