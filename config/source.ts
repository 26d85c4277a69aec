import { existsSync, lstatSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { ConfigError } from '../core/index.js';
import { type ConfigPath, pathText } from './config.js';
import { importDefault } from './load-plugin.js';
import type { ParsedText } from './yaml.js';

/** A configuration as it was written, with errors that name its places. */
export interface Source {
  /** An absolute path; undefined when no file was found and only the defaults apply. */
  readonly file: string | undefined;
  /** The folder that relative paths in it start from. */
  readonly folder: string;
  readonly data: unknown;
  /**
   * Does nothing where a file that this configuration names can be run.
   * @throws ConfigError when nobody has named the configuration, and another user can have written the file or put it there
   */
  requireOwn(file: string): void;
  /** Makes an error with file, line and column if the place is in the file. `of` says whether the key or its value is wrong. */
  error(message: string, place: ConfigPath, details?: { readonly of?: 'key' | 'value'; readonly cause?: unknown }): ConfigError;
}

/** The names that a configuration file may have. */
export const configFileNames = ['yaml', 'yml', 'json', 'ts', 'mts', 'js', 'mjs'].map((extension) => `vouch.config.${extension}`);

/**
 * Reads the named file, else the nearest `vouch.config.*` from the folder up to the root of its project; without either the data is empty.
 * @throws ConfigError when the file is missing, is not what its extension says, or was not named and another user can have put it there.
 */
export async function readSource(named: string | undefined, cwd: string): Promise<Source> {
  const file = named === undefined ? nearestFile(cwd, rootOf(cwd) ?? cwd) : resolve(cwd, named);
  if (file === undefined) return sourceOf({ data: {}, position: () => undefined }, { file, cwd, requireOwn: () => undefined });
  if (!existsSync(file) || !statSync(file).isFile()) throw new ConfigError(`There is no configuration file ${file}.`);
  const require = named === undefined ? requireOwn : () => undefined;
  require(file);
  return sourceOf(await read(file, displayPath(file, cwd)), { file, cwd, requireOwn: require });
}

function nearestFile(folder: string, root: string): string | undefined {
  const found = configFileNames.map((name) => join(folder, name)).filter((file) => existsSync(file));
  if (found.length > 1) throw new ConfigError(`Which one counts? ${found.join(' and ')}. Keep one, or name it with --config.`);
  return found[0] ?? (folder === root ? undefined : nearestFile(dirname(folder), root));
}

/** The nearest folder that is a project of its own. What lies above it may be anybody's. */
function rootOf(folder: string): string | undefined {
  if (['package.json', '.git'].some((name) => existsSync(join(folder, name)))) return folder;
  return dirname(folder) === folder ? undefined : rootOf(dirname(folder));
}

const scripts = ['.ts', '.mts', '.js', '.mjs'];

async function read(file: string, name: string): Promise<ParsedText> {
  const extension = extname(file);
  if (['.yaml', '.yml', '.json'].includes(extension)) return (await import('./yaml.js')).parseYaml(readFileSync(file, 'utf8'), name);
  if (scripts.includes(extension)) return { data: await importDefault(file, name), position: () => undefined };
  throw new ConfigError(`${name}: a configuration is a .yaml, .yml, .json, .ts, .mts, .js or .mjs file.`);
}

type SourceTerms = Pick<Source, 'file' | 'requireOwn'> & { readonly cwd: string };

function sourceOf(text: ParsedText, { file, cwd, requireOwn }: SourceTerms): Source {
  return {
    file,
    requireOwn,
    folder: file === undefined ? cwd : dirname(file),
    data: text.data,
    error(message, place, details = {}) {
      const where = file !== undefined && inFile(text.data, place) ? displayPath(file, cwd) : 'the default configuration';
      const position = text.position(place, details.of ?? 'key');
      const at = position ? `${where}:${position.line}:${position.column}` : where;
      return new ConfigError([at, pathText(place), message].filter((part) => part !== '').join(': '), place, { cause: details.cause });
    },
  };
}

/** A key that the file does not have comes from the defaults. */
const inFile = (data: unknown, place: ConfigPath): boolean =>
  place[0] === undefined || (typeof data === 'object' && data !== null && place[0] in data);

/** The path relative to the working folder, or the absolute one if the file is outside of it. */
const displayPath = (file: string, cwd: string): string => {
  const path = relative(cwd, file);
  return path.startsWith('..') ? file : path;
};

/** Bits of a mode: its group, or everybody, may write; and of a folder, that nobody may replace there what is another's. */
const [byGroup, byAll, sticky] = [0o020, 0o002, 0o1000];

/**
 * @throws ConfigError when another user than this one and root may write the file, or can have put it there by what leads to it; on systems without
 * users it never does
 */
export function requireOwn(file: string, user = process.getuid?.()): void {
  if (user === undefined) return;
  for (const path of leadingTo(file)) {
    const risk = riskOf(lstatSync(path), user);
    if (risk !== undefined)
      throw new ConfigError(
        `${file} is not used: ${path === file ? 'it' : path} ${risk}, who could run code here. The configuration was found, not named: name it with --config or VOUCH_CONFIG if you trust it, or mend that: ${mending(path)}`,
      );
  }
}

/** Every folder and link on the way to a file, and the file. */
function* leadingTo(path: string): Generator<string> {
  if (dirname(path) !== path) yield* leadingTo(dirname(path));
  yield path;
  if (lstatSync(path).isSymbolicLink()) yield* leadingTo(resolve(dirname(path), readlinkSync(path)));
}

function riskOf(stats: Stats, user: number): string | undefined {
  const { uid, gid, mode } = stats;
  if (uid !== user && uid !== 0) return `belongs to another user (${uid})`;
  if (stats.isSymbolicLink() || (stats.isDirectory() && (mode & sticky) !== 0)) return undefined;
  if ((mode & byAll) !== 0) return 'may be written by everybody';
  // Many systems give each user a group of the same number, in which there is nobody else.
  return (mode & byGroup) !== 0 && gid !== uid ? `may be written by its group (${gid})` : undefined;
}

const mending = (path: string): string => `chown "$USER" '${path}' && chmod go-w '${path}'`;
