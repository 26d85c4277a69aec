import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../core/index.js';
import type { CapsFile } from '../eval/corpus/caps-file.js';
import type { CalibrationSample } from './learning/sample.js';

/** The samples of evaluation runs for the given readers. */
export interface Runs {
  readonly samples: readonly CalibrationSample[];
  readonly documents: number;
  /** The number of judged nulls; all are wrong, because only nulls where the truth states a value are judged. */
  readonly nulls: number;
}

/**
 * The judged values of the given readers in the folders of evaluation runs.
 * @throws InputError when a folder holds nothing to learn from, a document has no group, or the readers read nothing.
 */
export function readRuns(folders: readonly string[], readers: readonly string[]): Runs {
  const files = folders.flatMap(capsFiles);
  const ungrouped = files.find(({ group }) => group === null);
  if (ungrouped)
    throw new InputError(
      `${ungrouped.document} has no group: give its truth a "group" that names its issuer, for a split must not part one issuer`,
    );
  const leaves = files.flatMap((file) => file.leaves.map((leaf) => ({ ...leaf, file })));
  const judged = leaves.filter(({ right, reader }) => right !== null && reader !== null && readers.includes(reader));
  const found = [...new Set(leaves.flatMap(({ reader }) => reader ?? []))];
  if (judged.length === 0)
    throw new InputError(`nothing that ${readers.join(', ')} read can be judged; there are ${found.join(', ') || 'no readers'}`);
  const samples = judged
    .filter(({ empty }) => !empty)
    .map(({ file, field, caps, right }) => ({
      group: file.group ?? '',
      document: file.sha256,
      family: file.family,
      field,
      caps,
      right: right === true,
    }));
  return { samples, documents: files.length, nulls: judged.length - samples.length };
}

function capsFiles(folder: string): readonly CapsFile[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.caps.json')) : [];
  if (names.length === 0)
    throw new InputError(
      `${folder} holds no <id>.caps.json: make it with npm run eval -- CORPUS --uncalibrated --out ${folder}, without --url`,
    );
  return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapsFile);
}
