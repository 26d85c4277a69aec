import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../../core/index.js';
import type { TextLayer, TruthFile } from './truth-file.js';

export interface CorpusDocument {
  readonly id: string;
  /** Path of the document to send. */
  readonly path: string;
  readonly textLayer: TextLayer;
  readonly truth: TruthFile;
}

/**
 * Every document of a corpus that has a truth file, by id. `docs` names the folder to take documents from; what it lacks comes from `docs/`.
 * @throws InputError when the folder is not a corpus, or a document is missing.
 */
export function readCorpus(folder: string, docs = 'docs'): readonly CorpusDocument[] {
  const truths = join(folder, 'truth');
  if (!existsSync(truths))
    throw new InputError(`${folder} is no corpus: it has no folder "truth". Expected are docs/ and truth/<id>.json.`);
  const layers = manifestLayers(join(folder, 'manifest.csv'));
  return readdirSync(truths)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(truths, name), 'utf8')) as TruthFile)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((truth) => ({ id: truth.id, path: locate(folder, docs, truth), textLayer: layerOf(truth, layers), truth }));
}

function locate(folder: string, docs: string, truth: TruthFile): string {
  const own = [truth.file, `${truth.id}.pdf`, `${truth.id}.docx`];
  const names = (docs === 'docs' ? own : [truth.with_xml_file, ...own]).flatMap((name) => (name ? [basename(name)] : []));
  const candidates = [docs, 'docs'].flatMap((place) => names.map((name) => join(folder, place, name)));
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new InputError(`The document of truth/${truth.id}.json is neither in ${docs}/ nor in docs/ of ${folder}`);
  return found;
}

/** A document of which nobody says what its text is counts as native. */
const layerOf = (truth: TruthFile, layers: ReadonlyMap<string, string>): TextLayer => {
  const said = truth.text_layer ?? layers.get(truth.id);
  return said === 'none' || said === 'ocr' ? said : 'native';
};

/** id → text_layer of `manifest.csv`; nothing where there is none. */
function manifestLayers(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const [header = [], ...records] = readFileSync(path, 'utf8').trim().split(/\r?\n/).map(csvFields);
  const [id, layer] = [header.indexOf('id'), header.indexOf('text_layer')];
  return new Map(records.map((record) => [record[id] ?? '', record[layer] ?? '']));
}

/** The fields of a line; a quoted one may hold commas and doubled quotes. Source: RFC 4180, without line breaks inside fields. */
const csvFields = (line: string): readonly string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
