import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { apiMismatch, ConfigError, didYouMean, type Kind, type Plugin } from '../core/index.js';

/** Loads the plugin of a file, of whatever kind it is. @throws ConfigError when it is none */
export async function loadPluginFile(file: string, name = file): Promise<Plugin> {
  const plugin = await importDefault(file, `plugin "${name}"`);
  const foreign = apiMismatch(plugin, name);
  if (foreign) throw new ConfigError(foreign);
  if (!isPlugin(plugin))
    throw new ConfigError(`plugin "${name}": its default export is not made with definePlugin({ kind, name, create }).`);
  return plugin;
}

/** Checks the kind of a plugin. @throws ConfigError when its place asks for another kind. */
export function ofKind<K extends Kind>(plugin: Plugin, kind: K): Plugin<K> {
  if (!isOfKind(plugin, kind)) throw new ConfigError(wrongKindMessage(plugin.name, plugin.kind, kind));
  return plugin;
}
const isOfKind = <K extends Kind>(plugin: Plugin, kind: K): plugin is Plugin<K> => plugin.kind === kind;

/** The names of the shipped plugins of a kind, in alphabetical order. */
export const shippedNames = (kind: Kind): readonly string[] =>
  readdirSync(folderOf(kind), { withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) === extension && !entry.name.endsWith('.d.ts'))
    .map((entry) => basename(entry.name, extension))
    .sort();

/** The file of a shipped plugin: compiled if this file is, else its source. */
export const shippedFile = (name: string, kind: Kind): string => resolve(folderOf(kind), `${name}${extension}`);

const extension = extname(fileURLToPath(import.meta.url));
const folderOf = (kind: Kind): string => fileURLToPath(new URL(`../plugins/${kind}s/`, import.meta.url));

/**
 * The file of the plugin of a name: a shipped one (`openai` is `plugins/models/openai.js`), a file (`./rules/mine.js`, from `folder`), or an
 * installed package (`vouch-plugin-*`). Only plugins that a configuration names are loaded.
 * @throws ConfigError when there is no such plugin
 */
export function pluginFile(name: string, kind: Kind, folder: string): string {
  if (/^(\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])/.test(name)) return existingFile(resolve(folder, name), name);
  if (/^(@[^/]+\/)?vouch-plugin-[^/]+$/.test(name)) return installedPackage(name, folder);
  if (shippedNames(kind).includes(name)) return shippedFile(name, kind);
  const source = sourceFile(name, kind);
  if (existsSync(source)) throw new ConfigError(`the ${kind} "${name}" is not compiled yet: ${source} is there. Run npm run build first.`);
  throw new ConfigError(unknownPluginMessage(name, kind));
}

/** The source file of a plugin in a clone, as seen from this compiled file. Running from source, there is no such file. */
const sourceFile = (name: string, kind: Kind): string => resolve(folderOf(kind), `../../../plugins/${kind}s/${name}.ts`);

function existingFile(file: string, name: string): string {
  if (!existsSync(file)) throw new ConfigError(`plugin "${name}": there is no file ${file}.`);
  return file;
}

function installedPackage(name: string, folder: string): string {
  const file = findPackage(name, folder);
  if (file === undefined)
    throw new ConfigError(`plugin "${name}" is not installed. Install it beside the configuration: npm install ${name}`);
  return existingFile(file, name);
}

function unknownPluginMessage(name: string, kind: Kind): string {
  const other = kinds.find((candidate) => candidate !== kind && shippedNames(candidate).includes(name));
  if (other) return wrongKindMessage(name, other, kind);
  const names = shippedNames(kind);
  return `unknown ${kind} "${name}".${didYouMean(name, names)} There are ${names.join(', ')}; a file of your own begins with ./, a package is called vouch-plugin-….`;
}

const wrongKindMessage = (name: string, kind: Kind, wanted: Kind): string => `"${name}" is a ${kind}, but a ${wanted} belongs here.`;

/** Every kind of plugin. The compiler checks that the list is complete. */
const allKinds = {
  converter: true,
  recognizer: true,
  splitter: true,
  model: true,
  gate: true,
  rule: true,
  injector: true,
} satisfies Record<Kind, true>;
const isKind = (value: unknown): value is Kind => typeof value === 'string' && Object.hasOwn(allKinds, value);
export const kinds: readonly Kind[] = Object.keys(allKinds).filter(isKind);

/** Whether a value has the shape of what `definePlugin` returns. */
export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  isKind(value.kind) &&
  'name' in value &&
  typeof value.name === 'string' &&
  'create' in value &&
  typeof value.create === 'function';

/**
 * Imports the default export of the module at an absolute path. No other place loads code by name.
 * @throws ConfigError when the module cannot be run or has no default export.
 */
export async function importDefault(file: string, name: string): Promise<unknown> {
  const module: { readonly default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href).catch((cause: unknown) => {
    throw new ConfigError(`${name}: ${importProblem(cause, file)}`, [], { cause });
  });
  if (module.default === undefined) throw new ConfigError(`${name}: has no default export.`);
  return module.default;
}

const moduleHint = ' Its package is CommonJS: give the file the ending .mts or .mjs, or set "type": "module" in package.json.';

function importProblem(cause: unknown, file: string): string {
  if (!(cause instanceof Error)) return `cannot be loaded: ${String(cause)}`;
  const needed = /^Cannot find package '([^']+)'/.exec(cause.message)?.[1];
  if (needed === 'vouch')
    return 'imports Vouch, but is in no project that has it: move it into one, or install what "npm run package" makes';
  if (needed !== undefined) return `needs a package that is not installed: npm install ${needed}`;
  const hint = cause instanceof SyntaxError && /import statement|'export'/.test(cause.message) ? moduleHint : '';
  const place = cause instanceof SyntaxError ? syntaxErrorPlace(cause, file) : undefined;
  return `cannot be loaded: ${cause.message}${place ? ` (${place})` : ''}.${hint}`;
}

/**
 * The place of a syntax error as `file:line`; undefined where Node does not tell. For plain JavaScript the error has no place, so a child
 * process checks the file, which runs nothing of it.
 */
function syntaxErrorPlace(error: SyntaxError, file: string): string | undefined {
  return placeIn(error.stack ?? '') ?? placeIn(spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' }).stderr ?? '');
}

function placeIn(message: string): string | undefined {
  const [, where, line] = /^(file:\/\/.+|\/.+|[A-Z]:\\.+):(\d+)$/m.exec(message.split('\n', 1)[0] ?? '') ?? [];
  if (where === undefined) return undefined;
  return `${where.startsWith('file:') ? fileURLToPath(where) : where}:${line}`;
}

/**
 * Finds the entry file of a package in `node_modules` from a folder upwards, as an `import` from there would; undefined when it is not
 * installed. `import.meta.resolve` cannot start in another folder, and `require.resolve` misses packages that can only be imported.
 */
function findPackage(name: string, folder: string): string | undefined {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(manifest)) return join(dirname(manifest), entryFile(JSON.parse(readFileSync(manifest, 'utf8'))));
  return dirname(folder) === folder ? undefined : findPackage(name, dirname(folder));
}

function entryFile(manifest: { readonly exports?: unknown; readonly main?: unknown }): string {
  return importTarget(manifest.exports) ?? (typeof manifest.main === 'string' ? manifest.main : 'index.js');
}

/** The file for `import` in the `exports` of a package: a path, the main entry, or the first condition that applies. */
function importTarget(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  for (const [key, value] of Object.entries(exports)) {
    const found = ['.', 'node', 'import', 'default'].includes(key) ? importTarget(value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
