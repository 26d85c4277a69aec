import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError, withoutByteOrderMark } from '../../../../core/index.js';
import { neededInstead } from '../../../kit/agrees.js';
import { headerFields, lineFields, type TruthFile, type TruthTextLayer } from '../../../kit/truth-file.js';
import { type Third, thirdOf } from '../figures/third.js';

export interface CorpusDocument {
  readonly id: string;
  /** Path of the document to send. */
  readonly path: string;
  readonly textLayer: TruthTextLayer;
  /** As the truth or the manifest has it: 'invoice', 'receipt'. */
  readonly type?: string;
  readonly isReceipt: boolean;
  /** Where the document comes from: those of one source resemble each other, so that only whole sources can be left out. Null where unknown. */
  readonly source: string | null;
  /** Null where the source is unknown. */
  readonly third: Third | null;
  readonly truth: TruthFile;
  /** The JSON Schema of its own that it is asked with, as text. */
  readonly schema?: string;
}

/**
 * All documents of a corpus that have a truth file, by id. They come from the folder `docs`, or from `docs/` where that lacks them. @throws
 * InputError when the folder is not a corpus, or a document is missing.
 */
export function readCorpus(folder: string, docs = 'docs'): readonly CorpusDocument[] {
  const truths = join(folder, 'truth');
  if (!existsSync(truths))
    throw new InputError(`${folder} is no corpus: it has no folder "truth". Expected are docs/ and truth/<id>.json.`);
  const manifest = readManifest(join(folder, 'manifest.csv'));
  return readdirSync(truths)
    .filter((name) => name.endsWith('.json'))
    .map((name) => truthIn(`truth/${name}`, readFileSync(join(truths, name), 'utf8')))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((truth) => ({ truth, source: sourceOf(truth, manifest), type: truth.doc_type ?? manifest(truth.id, 'doc_type') }))
    .map(({ truth, source, type }) => ({
      id: truth.id,
      path: locate(folder, docs, truth),
      textLayer: layerOf(truth.text_layer ?? manifest(truth.id, 'text_layer')),
      ...(type !== undefined && { type }),
      isReceipt: type === 'receipt',
      source,
      third: source === null ? null : thirdOf(source),
      truth,
      ...(truth.schema !== undefined && { schema: schemaAt(join(folder, truth.schema)) }),
    }));
}

/** @throws InputError that names the file, and what of it would not be counted, or counted as wrong for how it is written down */
function truthIn(name: string, text: string): TruthFile {
  const wrong = (what: string, options?: ErrorOptions): InputError => new InputError(`${name}: ${what}`, options);
  let truth: TruthFile;
  try {
    truth = JSON.parse(text);
  } catch (cause) {
    throw wrong(`it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof truth.id !== 'string' || !truth.fields) throw wrong('it needs an "id" and "fields"');
  const rows = (truth.line_items ?? []).map((row, index) => ({ path: `line_items[${index}]`, stated: row, names: lineFields }));
  for (const { path, stated, names } of [{ path: 'fields', stated: truth.fields, names: headerFields }, ...rows])
    for (const [field, said] of Object.entries(stated)) {
      const known = names.find((one) => one === field);
      if (!known) throw wrong(`${path}.${field} is not known: there are ${names.join(', ')}; what else is true stands under "further"`);
      const needed = neededInstead(known, said);
      if (needed) throw wrong(`${path}.${field} must be ${needed}`);
    }
  return truth;
}

/** The text of a JSON Schema file. @throws InputError when there is none, or it is not JSON. */
export function schemaAt(path: string): string {
  try {
    return JSON.stringify(JSON.parse(withoutByteOrderMark(readFileSync(path, 'utf8'))));
  } catch (cause) {
    throw new InputError(`${path} is no schema: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function locate(folder: string, docs: string, truth: TruthFile): string {
  const own = truth.file === undefined ? [`${truth.id}.pdf`, `${truth.id}.docx`] : [truth.file];
  const names = (docs === 'docs' ? own : [truth.with_xml_file, ...own]).flatMap((name) => (name ? [basename(name)] : []));
  const candidates = [docs, 'docs'].flatMap((place) => names.map((name) => join(folder, place, name)));
  const found = candidates.find((path) => existsSync(path));
  const places = docs === 'docs' ? 'not in docs/' : `neither in ${docs}/ nor in docs/`;
  if (!found) throw new InputError(`The document of truth/${truth.id}.json, ${names.join(' or ')}, is ${places} of ${folder}`);
  return found;
}

/** A document without a stated text layer counts as native. */
const layerOf = (said: string | undefined): TruthTextLayer => (said === 'none' || said === 'ocr' ? said : 'native');

/** The named source; else the issuer: the named group, or the seller that the page shows; null where all are unknown. */
function sourceOf({ id, source_repo, group, template, fields: { seller_name: seller } }: TruthFile, manifest: Manifest): string | null {
  const named = manifest(id, 'source_repo') ?? source_repo ?? group ?? manifest(id, 'group') ?? template;
  return named ?? (seller ? String(seller.value) : null);
}

/** The manifest entry of a document in a column; undefined when missing or empty. */
export type Manifest = (id: string, column: string) => string | undefined;

/** Reads the `manifest.csv` of a corpus, one line per document. Without a file every entry is undefined. */
export function readManifest(path: string): Manifest {
  const [header = [], ...records] = existsSync(path) ? readFileSync(path, 'utf8').trim().split(/\r?\n/).map(csvFields) : [];
  const byId = new Map(records.map((record) => [record[header.indexOf('id')], record]));
  return (id, column) => byId.get(id)?.[header.indexOf(column)] || undefined;
}

/** The fields of a line; quoted fields may contain commas and doubled quotes. Source: RFC 4180, without line breaks in fields. */
const csvFields = (line: string): readonly string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
