import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, child, InputError, isObject, type Json, type JsonObject } from '../../../core/index.js';
import type { FurtherValue, TruthFile } from '../../kit/truth-file.js';
import { cell } from '../../kit/typed-document.js';
import { schemaAt } from '../eval/corpus/corpus.js';

/** A document that is asked with a schema of its caller's, what is true, and what extractors answered: plain JSON, without quotes and pages. */
export interface OwnDocument {
  readonly id: string;
  /** Where it comes from: what must be left out as a whole to say something of the unseen. */
  readonly source: string;
  /** The file. */
  readonly path: string;
  /** JSON Schema as text. */
  readonly schema: string;
  readonly truth: TruthFile;
  /** What is true, as an extractor would answer it. */
  readonly plainTruth: JsonObject;
  /** By the name of their files: 'reading', 'hasty'. */
  readonly readings: ReadonlyMap<string, JsonObject>;
}

/** Files of a document's folder that are no readings. */
const known = ['schema', 'truth', 'also'];

/** @throws InputError when the folder has no documents.txt, or a file that it needs is missing */
export function readOwn(folder: string, corpus: string): readonly OwnDocument[] {
  const list = join(folder, 'documents.txt');
  if (!existsSync(list)) throw new InputError(`${folder} has no documents.txt, whose lines are: ID FILE [SOURCE]`);
  const lines = readFileSync(list, 'utf8').trim().split(/\r?\n/);
  return lines.map((line) => {
    const [id = '', file = '', source = id] = line.split(/\s+/);
    const at = (name: string): string => join(folder, id, `${name}.json`);
    const path = join(corpus, file);
    if (!existsSync(path)) throw new InputError(`${path} of documents.txt is missing`);
    const plainTruth = objectAt(at('truth'));
    const names = readdirSync(join(folder, id)).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
    return {
      id,
      source,
      path,
      schema: schemaAt(at('schema')),
      truth: truthOf(id, plainTruth, existsSync(at('also')) ? objectAt(at('also')) : {}),
      plainTruth,
      readings: new Map(names.filter((name) => !known.includes(name)).map((name) => [name, objectAt(at(name))])),
    };
  });
}

function objectAt(path: string): JsonObject {
  const value = JSON.parse(readFileSync(path, 'utf8')) as Json;
  if (!isObject(value)) throw new InputError(`${path} is no object`);
  return value;
}

/** The values and rows of plain JSON as a truth file states them; `also` has other right values by path: '$.rows[0].name'. */
function truthOf(id: string, plain: JsonObject, also: JsonObject): TruthFile {
  const stated = (path: string, value: Json): FurtherValue => ({ value, also: [also[path] ?? []].flat() as readonly Json[] });
  const further: Record<string, FurtherValue> = {};
  const tables: Record<string, readonly Record<string, FurtherValue>[]> = {};
  visit('$', plain);
  return { id, fields: {}, further, tables };

  function visit(path: string, value: Json): void {
    if (isObject(value)) for (const [name, own] of Object.entries(value)) visit(child(path, name), own);
    else if (!Array.isArray(value)) further[path.slice(2)] = stated(path, value);
    else if (value.every(isObject)) tables[path.slice(2)] = value.map((row, at) => rowOf(row, `${path}[${at}]`));
    else for (const [at, one] of value.entries()) visit(`${path}[${at}]`, one);
  }

  function rowOf(row: JsonObject, path: string): Record<string, FurtherValue> {
    const leaves = leavesOf(path, row);
    return Object.fromEntries(leaves.map((leaf) => [leaf.path.slice(path.length + 1), stated(leaf.path, leaf.value)]));
  }
}

interface PlainLeaf {
  readonly path: string;
  readonly value: Json;
}

const leavesOf = (path: string, value: Json): readonly PlainLeaf[] => {
  if (isObject(value)) return Object.entries(value).flatMap(([name, own]) => leavesOf(child(path, name), own));
  return Array.isArray(value) ? value.flatMap((one, at) => leavesOf(`${path}[${at}]`, one)) : [{ path, value }];
};

/** Plain JSON as the reading of a model that quotes nothing and knows no pages. */
export const cellsOfPlain = (plain: JsonObject): readonly Cell[] =>
  leavesOf('$', plain).map(({ path, value }) => cell(path, value === null ? null : String(value), unquoted));

/** What an extractor does not say. */
export const unquoted = { quote: null, page: null } as const;
