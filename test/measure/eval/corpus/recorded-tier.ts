import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cell, type EngineSettings, InputError, isObject, type Json } from '../../../../core/index.js';
import local from '../../../../plugins/models/local.js';
import replay from '../../../../plugins/models/replay.js';
import type { CorpusDocument } from './corpus.js';

/** The documents that have a recorded reading `CORPUS/readings/<name>/<id>.json`. @throws InputError when none has, or none has the form of one. */
export function withReading(documents: readonly CorpusDocument[], corpus: string, name: string): readonly CorpusDocument[] {
  const found = documents.filter(({ id }) => existsSync(readingOf(id, corpus, name)));
  if (found.length === 0) throw new InputError(`${corpus} has no readings "${name}": there is nothing in readings/${name}`);
  const unlike = found.map(({ id }) => readingOf(id, corpus, name)).filter((file) => !isReading(JSON.parse(readFileSync(file, 'utf8'))));
  const why = `is no reading of a model: {"cells": [...]} or {"fields": [...], "tables": [...]}; plain values are scored by vouch score`;
  if (unlike.length === found.length) throw new InputError(`${unlike[0]} ${why}`);
  if (unlike.length > 0) process.stderr.write(`${unlike[0]}${unlike.length > 1 ? `, as ${unlike.length - 1} more,` : ''} ${why}\n`);
  return found;
}

/** Whether a file has the form of what the plugin "replay" reads. */
const isReading = (recorded: Json): boolean =>
  isObject(recorded) && ['cells', 'fields', 'tables'].some((name) => Array.isArray(recorded[name]));

/** The same engine with the recorded readings as its only tier and the local reader as a witness; they are gathered in a file of the folder. */
export function readFromRecords(
  engine: EngineSettings,
  documents: readonly CorpusDocument[],
  { corpus, name, folder }: { readonly corpus: string; readonly name: string; readonly folder: string },
): EngineSettings {
  const from = join(folder, `${name}.json`);
  const recorded = documents.map(
    ({ id, path }) => [sha256Of(path), JSON.parse(readFileSync(readingOf(id, corpus, name), 'utf8'))] as const,
  );
  writeFileSync(from, JSON.stringify(Object.fromEntries(recorded)));
  return {
    ...engine,
    tiers: [{ plugin: replay, label: name, options: { from, kind: name === 'large' ? 'large' : 'small' } }],
    witnesses: [{ plugin: local, label: 'local' }],
  };
}

/** The cells of a recorded reading, in a list of one; undefined where it is recorded in another form. */
export function cellsOfReading(id: string, corpus: string, name: string): readonly (readonly Cell[])[] | undefined {
  const { cells } = JSON.parse(readFileSync(readingOf(id, corpus, name), 'utf8')) as { readonly cells?: readonly Cell[] };
  return cells && [cells];
}

const readingOf = (id: string, corpus: string, name: string): string => join(corpus, 'readings', name, `${id}.json`);

const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
