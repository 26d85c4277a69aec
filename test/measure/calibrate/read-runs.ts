import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentFamily } from '../../../core/contracts/cap.js';
import { InputError } from '../../../core/index.js';
import type { CapsFile, CapsLeaf } from '../eval/corpus/caps-file.js';
import type { Sample } from '../faults/results/samples.js';
import type { CalibrationSample } from './learning/sample.js';

/** What the reader and its quote say of a value by themselves, to compare with. */
export type SaidAlone = Pick<Sample, 'word' | 'quoted'>;

/** A value of a run; only those of runs with planted faults say what others would go by. */
export interface RunSample extends CalibrationSample {
  readonly alone?: SaidAlone;
}

/** The samples of evaluation runs for the given readers. */
export interface Runs {
  readonly samples: readonly RunSample[];
  readonly documents: number;
  /** The number of judged nulls; all are wrong, because only nulls where the truth states a value are judged. */
  readonly nulls: number;
}

/** One appraised leaf of a run, whatever wrote it. */
interface RunLeaf extends Omit<CapsLeaf, 'path' | 'score'> {
  readonly source: string | null;
  readonly document: string;
  readonly family: DocumentFamily;
  readonly alone?: SaidAlone;
}

/**
 * The judged values of the given readers in the folders of runs: as they were read, from vouch eval, and with planted faults, from npm run
 * faults.
 * @throws InputError when a folder holds nothing to learn from, a document has no source, or the readers read nothing.
 */
export function readRuns(folders: readonly string[], readers: readonly string[]): Runs {
  const leaves = folders.flatMap(leavesIn);
  const unknown = leaves.find(({ source }) => source === null);
  if (unknown)
    throw new InputError(
      `${unknown.document} has no source: give its truth a "source_repo" or a "group" that names where it comes from, for a split must not part one source`,
    );
  const judged = leaves.filter(({ right, reader }) => right !== null && reader !== null && readers.includes(reader));
  const found = [...new Set(leaves.flatMap(({ reader }) => reader ?? []))];
  if (judged.length === 0)
    throw new InputError(`nothing that ${readers.join(', ')} read can be judged; there are ${found.join(', ') || 'no readers'}`);
  const samples = judged
    .filter(({ empty }) => !empty)
    .map(({ source, document, family, field, caps, right, fault, alone, chance }) => ({
      ...{ source: source ?? '', document, family, field, caps, right: right === true },
      ...(fault !== undefined && { fault }),
      ...(chance !== undefined && { chance }),
      ...(alone && { alone }),
    }));
  return { samples, documents: new Set(leaves.map(({ document }) => document)).size, nulls: judged.length - samples.length };
}

/** @throws InputError when the folder holds neither kind of file. */
function leavesIn(folder: string): readonly RunLeaf[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const answered = names
    .filter((name) => name.endsWith('.caps.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapsFile)
    .flatMap(({ leaves, source, sha256, family }) => leaves.map((leaf) => ({ ...leaf, source, document: sha256, family })));
  const planted = names.includes(plantedFile) ? readFileSync(join(folder, plantedFile), 'utf8').trim().split('\n').map(plantedLeaf) : [];
  if (answered.length + planted.length === 0)
    throw new InputError(
      `${folder} holds no <id>.caps.json: make it with vouch eval CORPUS --out ${folder}, without --url, of documents without a schema of their own, or with vouch faults CORPUS --out ${folder}, without --schema`,
    );
  return [...answered, ...planted];
}

/** Where vouch faults writes each leaf that it has had appraised. */
const plantedFile = 'samples.jsonl';

/** Of a reading with a planted fault only what the fault has made wrong says something new. */
function plantedLeaf(line: string): RunLeaf {
  const { fault, target, right, word, quoted, ...leaf } = JSON.parse(line) as Sample;
  return { ...leaf, right: fault === null || target ? right : null, ...(fault !== null && { fault }), alone: { word, quoted } };
}
