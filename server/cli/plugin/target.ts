import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { kinds, loadPluginFile, shippedFile, shippedNames } from '../../../config/index.js';
import { InputError, type Plugin, type SourceFile } from '../../../core/index.js';

/** A plugin that is to be tested, with what it is tested with. */
export interface TestTarget {
  readonly plugin: Plugin;
  readonly options: Readonly<Record<string, unknown>>;
  /** Where paths in these options begin; the folder of the configuration when absent, as when it runs. */
  readonly optionFolder?: string;
  /** By the names of their environment variables. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Files that a converter should read. */
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
  const { exports: entry, main = 'index.js' } = manifestOf(path) as { readonly exports?: unknown; readonly main?: string };
  return join(path, typeof entry === 'string' ? entry : main);
}

const settingsOf = (folder: string): PackageSettings =>
  existsSync(join(folder, 'package.json')) ? ((manifestOf(folder) as { readonly vouch?: PackageSettings }).vouch ?? {}) : {};

function manifestOf(folder: string): object {
  const manifest = join(folder, 'package.json');
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')) as object;
  } catch (cause) {
    throw new InputError(`${manifest} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
