import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { ConfigError } from '../../core/index.js';
import { type ConfigPath, pathText } from '../checks/config-path.js';
import { importDefault } from '../plugins/import-default.js';
import type { ParsedText } from './yaml.js';

/** A configuration as somebody wrote it, and how to speak about its places. */
export interface Source {
  /** Absolute; undefined when no file was found and the default alone counts. */
  readonly file: string | undefined;
  /** What relative paths in it start from. */
  readonly folder: string;
  readonly data: unknown;
  /** An error that says where: file, line and column if the place is in the file. `of` says whether the key is wrong or its value. */
  error(message: string, place: ConfigPath, details?: { readonly of?: 'key' | 'value'; readonly cause?: unknown }): ConfigError;
}

/** What a configuration file may be called. */
export const configFileNames = ['yaml', 'yml', 'json', 'ts', 'mts', 'js', 'mjs'].map((extension) => `vouch.config.${extension}`);

/**
 * Reads the named file, else the nearest `vouch.config.*` from the folder upwards; without either the data is empty.
 * @throws ConfigError when the file is missing, or is not what its extension says.
 */
export async function readSource(named: string | undefined, cwd: string): Promise<Source> {
  const file = named === undefined ? nearestFile(cwd) : resolve(cwd, named);
  if (file === undefined) return source({ data: {}, position: () => undefined }, undefined, cwd);
  if (!existsSync(file) || !statSync(file).isFile()) throw new ConfigError(`There is no configuration file ${file}.`);
  return source(await read(file, shown(file, cwd)), file, cwd);
}

function nearestFile(folder: string): string | undefined {
  const found = configFileNames.map((name) => join(folder, name)).filter((file) => existsSync(file));
  if (found.length > 1) throw new ConfigError(`Which one counts? ${found.join(' and ')}. Keep one, or name it with --config.`);
  return found[0] ?? (dirname(folder) === folder ? undefined : nearestFile(dirname(folder)));
}

async function read(file: string, name: string): Promise<ParsedText> {
  const extension = extname(file);
  if (['.yaml', '.yml', '.json'].includes(extension)) return (await import('./yaml.js')).parseYaml(readFileSync(file, 'utf8'), name);
  if (['.ts', '.mts', '.js', '.mjs'].includes(extension)) return { data: await importDefault(file, name), position: () => undefined };
  throw new ConfigError(`${name}: a configuration is a .yaml, .yml, .json, .ts, .mts, .js or .mjs file.`);
}

function source(text: ParsedText, file: string | undefined, cwd: string): Source {
  return {
    file,
    folder: file === undefined ? cwd : dirname(file),
    data: text.data,
    error(message, place, details = {}) {
      const where = file !== undefined && inFile(text.data, place) ? shown(file, cwd) : 'the default configuration';
      const position = text.position(place, details.of ?? 'key');
      const at = position ? `${where}:${position.line}:${position.column}` : where;
      return new ConfigError([at, pathText(place), message].filter((part) => part !== '').join(': '), place, { cause: details.cause });
    },
  };
}

/** What the file does not say comes from the default. */
const inFile = (data: unknown, place: ConfigPath): boolean =>
  place[0] === undefined || (typeof data === 'object' && data !== null && place[0] in data);

/** A path as a person in that folder would call it. */
const shown = (file: string, cwd: string): string => {
  const path = relative(cwd, file);
  return path.startsWith('..') ? file : path;
};
