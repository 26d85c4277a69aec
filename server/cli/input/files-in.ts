import { readdirSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { ConfigError } from '../../../core/index.js';

/**
 * The files that a command names, with each folder replaced by the documents in it and in the folders below, in the order of their names. Hidden
 * files and folders are left out. `extensions` are those of documents, such as '.pdf'.
 * @throws ConfigError for a folder without documents.
 */
export function filesIn(named: readonly string[], extensions: readonly string[], cwd: string): readonly string[] {
  return named.flatMap((path) => {
    if (path === '-' || !isFolder(resolve(cwd, path))) return [path];
    const found = documentsIn(path, extensions, cwd);
    if (found.length === 0) throw new ConfigError(`${path}: there is no document in this folder (${extensions.join(', ')})`);
    return found;
  });
}

function documentsIn(folder: string, extensions: readonly string[], cwd: string): readonly string[] {
  const entries = readdirSync(resolve(cwd, folder), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return documentsIn(path, extensions, cwd);
    return extensions.includes(extname(entry.name).toLowerCase()) ? [path] : [];
  });
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
