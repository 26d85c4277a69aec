import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, InputError } from '../../../core/index.js';
import type { FaultExhibit, Origin } from '../../kit/exhibit.js';
import { type CorpusDocument, readCorpus, readManifest } from '../eval/corpus/corpus.js';

/** A document of a corpus, with a recorded reading if it is to be used instead of one built from the truth. */
export interface FaultDocument extends CorpusDocument {
  readonly origin: Origin;
  readonly cells?: readonly Cell[];
  /** The recorded reading in place of cells, where it has the form that models are asked for today. */
  readonly answer?: object;
}

/** The name of readings that are built from the truth. */
export const built = 'built';

/** The name of the recorded readings that are used where nothing else is asked for. */
const usual = 'large';

/**
 * The documents of a corpus with the readings of this name, which are in CORPUS/readings/<name>; those without such a reading are left out.
 * @throws InputError when there are no such readings.
 */
export function readDocuments(folder: string, readings = readingsOf(folder).includes(usual) ? usual : built): readonly FaultDocument[] {
  const manifest = readManifest(join(folder, 'manifest.csv'));
  const documents = readCorpus(folder).map((document) => ({ ...document, origin: originOf(document) }));
  if (readings === built) return documents;
  if (!readingsOf(folder).includes(readings))
    throw new InputError(`${folder} has no readings "${readings}"; there are ${[...readingsOf(folder), built].join(', ')}`);
  return documents.flatMap((document) => {
    const file = join(folder, 'readings', readings, `${document.id}.json`);
    if (!existsSync(file)) return [];
    const recording = JSON.parse(readFileSync(file, 'utf8')) as object | { readonly cells: readonly Cell[] };
    return [{ ...document, ...('cells' in recording ? { cells: recording.cells } : { answer: recording }) }];
  });

  function originOf({ id, source }: CorpusDocument): Origin {
    return { source: source ?? id, split: manifest(id, 'split') ?? null, reader: readings };
  }
}

function readingsOf(folder: string): readonly string[] {
  const path = join(folder, 'readings');
  return existsSync(path) ? readdirSync(path).sort() : [];
}

export const halves = ['learn', 'test'] as const;
export type Half = (typeof halves)[number];

/** Whether a source is for learning or for testing, by its SHA-256, so that nobody chooses and no source is in both. */
export const halfOf = (source: string): Half => ((createHash('sha256').update(source).digest()[0] ?? 0) % 2 === 0 ? 'learn' : 'test');

/** The first `count` documents by the SHA-256 of their ids, so that nobody chooses them; all documents without a count. */
export const sampleOf = <T extends { readonly id: string }>(documents: readonly T[], count = documents.length): readonly T[] =>
  documents
    .map((document) => ({ document, key: createHash('sha256').update(document.id).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ document }) => document);

/**
 * Each native document with the next one, of which some values are taken for its own. Both are of one half of the sources, so that nothing of
 * one half is planted into the other.
 */
export const withOthers = (exhibits: readonly FaultExhibit[]): readonly FaultExhibit[] =>
  exhibits.map((exhibit, at) => {
    const [other] = [...exhibits.slice(at + 1), ...exhibits.slice(0, at)].filter((one) => ofHalf(one) === ofHalf(exhibit));
    const isNative = [exhibit, other].every((one) => one?.document.pages.every(({ textLayer }) => textLayer === 'native'));
    return other && isNative ? { ...exhibit, other } : exhibit;
  });

const ofHalf = ({ id, origin, truth }: FaultExhibit): Half => halfOf(origin?.source ?? truth.group ?? id);
