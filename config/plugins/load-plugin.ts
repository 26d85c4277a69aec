import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiMismatch, ConfigError, didYouMean, type Kind, type Plugin } from '../../core/index.js';
import { findPackage } from './find-package.js';
import { importDefault } from './import-default.js';
import { isPlugin, kinds } from './plugin.js';

/**
 * Loads the plugin of a name: a shipped one (`openai` is `plugins/models/openai.js`), a file (`./rules/mine.js`, from `folder`), or an
 * installed package (`vouch-plugin-*`). Only plugins that a configuration names are loaded.
 * @throws ConfigError when there is no such plugin, when it cannot be loaded, or when it is of another kind.
 */
export async function loadPlugin(name: string, kind: Kind, folder: string): Promise<Plugin> {
  return ofKind(await loadPluginFile(fileOf(name, kind, folder), name), kind);
}

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
const folderOf = (kind: Kind): string => fileURLToPath(new URL(`../../plugins/${kind}s/`, import.meta.url));

function fileOf(name: string, kind: Kind, folder: string): string {
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
