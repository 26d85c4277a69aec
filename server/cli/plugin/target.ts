import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { kinds, loadPluginFile, shippedFile, shippedNames } from '../../../config/index.js';
import { type Cell, type Document, type Engine, InputError, type Plugin, type SourceFile } from '../../../core/index.js';
import { type Subject, subjectOf, type TruthFile } from '../../../test/kit/index.js';

export interface TestTarget {
  readonly plugin: Plugin;
  readonly options: Readonly<Record<string, unknown>>;
  /** Where paths in these options begin; the folder of the configuration when absent, as when it runs. */
  readonly optionFolder?: string;
  /** By the names of their environment variables. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly samples: readonly SourceFile[];
  /** What to watch for changes: its folder. */
  readonly folder: string;
}

/** What a package says under "vouch" in its package.json. */
interface PackageSettings {
  readonly options?: Readonly<Record<string, unknown>>;
  /** Values that stand for secrets in tests. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Files that a converter should read, from the folder of the package. */
  readonly samples?: readonly string[];
}

/**
 * Finds the plugin that is meant: a folder with a package.json, a file, or the name of a shipped one.
 * @throws InputError when there is none, ConfigError when it cannot be loaded
 */
export async function findTarget(
  name: string,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): Promise<TestTarget> {
  const kind = kinds.find((one) => shippedNames(one).includes(name));
  const path = resolve(cwd, name);
  const file = existsSync(path) ? entryOf(path) : kind && shippedFile(name, kind);
  if (file === undefined)
    throw new InputError(`There is no folder or file ${path}, and no shipped plugin "${name}": vouch plugin list names those.`);
  const plugin = await loadPluginFile(file);
  const folder = dirname(file);
  const { options, secrets = {}, samples = [] } = settingsOf(folder);
  const set = Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  return {
    plugin,
    options: options ?? {},
    ...(options && { optionFolder: folder }),
    folder,
    secrets: { ...set, ...secrets },
    samples: samples.map((sample) => ({ name: basename(sample), bytes: readFileSync(join(folder, sample)) })),
  };
}

/** The file that a folder's package.json names, or the file itself. */
function entryOf(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  const manifest = join(path, 'package.json');
  if (!existsSync(manifest)) throw new InputError(`${path} has no package.json. vouch plugin new makes a folder that has what it needs.`);
  const { exports: entry, main = 'index.js' } = jsonIn<{ readonly exports?: unknown; readonly main?: string }>(manifest);
  return join(path, typeof entry === 'string' ? entry : main);
}

function settingsOf(folder: string): PackageSettings {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) ? (jsonIn<{ readonly vouch?: PackageSettings }>(manifest).vouch ?? {}) : {};
}

interface OwnDocumentTerms {
  readonly readings?: string;
  skip(why: string): void;
  /** Which documents are opened; all when absent. */
  choose?<T extends { readonly id: string }>(documents: readonly T[]): readonly T[];
}

/**
 * The documents of one's own folder: `truth/<id>.json`, `docs/<id>.pdf` or whatever the engine reads, and `readings/<name>/<id>.json` where a
 * reader's own are to be used. Documents that cannot be opened, lack a file or are pictures are left out, and `skip` is told once for each reason.
 * @throws InputError when the folder has no truth, or no such readings
 */
export async function ownSubjects(folder: string, engine: Engine, terms: OwnDocumentTerms): Promise<readonly Subject[]> {
  const truths = join(folder, 'truth');
  if (!existsSync(truths)) throw new InputError(`${folder} has no folder "truth". Expected are docs/ and truth/<id>.json.`);
  const readings = terms.readings === undefined ? undefined : join(folder, 'readings', terms.readings);
  if (readings !== undefined && !existsSync(readings)) throw new InputError(`there is no folder ${readings}`);
  const subjects: Subject[] = [];
  const leftOut: { readonly id: string; readonly why: string }[] = [];
  const files = readdirSync(truths).filter((file) => file.endsWith('.json'));
  const stated = files.sort().map((file) => jsonIn<TruthFile>(join(truths, file)));
  for (const truth of terms.choose?.(stated) ?? stated) {
    const cells = readings === undefined ? undefined : readingIn(join(readings, `${truth.id}.json`));
    try {
      if (readings !== undefined && !cells) throw new InputError(`no reading in ${readings}`);
      subjects.push(subjectOf(truth.id, await openedText(documentOf(folder, truth), engine), { truth, ...(cells && { cells }) }));
    } catch (error) {
      leftOut.push({ id: truth.id, why: error instanceof Error ? error.message : String(error) });
    }
  }
  for (const [why, documents] of Map.groupBy(leftOut, (one) => one.why)) terms.skip(`${listed(documents.map(({ id }) => id))}: ${why}`);
  if (subjects.length === 0) throw new InputError(`${folder} has no document with text of its own whose truth is known`);
  return subjects;
}

const listedIds = 3;

const listed = (ids: readonly string[]): string =>
  ids.length > listedIds ? `${ids.slice(0, listedIds).join(', ')} and ${ids.length - listedIds} more` : ids.join(', ');

/** @throws InputError where its pages are pictures: mistakes are planted into what a page prints, which must be known. */
async function openedText(path: string, engine: Engine): Promise<Document> {
  const { document } = await engine.view({ name: basename(path), bytes: readFileSync(path) });
  if (document.pages.some(({ textLayer }) => textLayer !== 'native')) throw new InputError('there are pages without text of their own');
  return document;
}

/** @throws InputError where the folder has none */
function documentOf(folder: string, { id, file }: TruthFile): string {
  const docs = readdirSync(join(folder, 'docs'));
  const own = file === undefined ? undefined : docs.find((name) => name === basename(file));
  const found = own ?? docs.find((name) => name.replace(/\.[^.]+$/, '') === id);
  if (found === undefined) throw new InputError('there is no document of this name in docs/');
  return join(folder, 'docs', found);
}

const readingIn = (path: string): readonly Cell[] | undefined =>
  existsSync(path) ? jsonIn<{ readonly cells: readonly Cell[] }>(path).cells : undefined;

function jsonIn<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (cause) {
    throw new InputError(`${path} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
