import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the entry file of a package in `node_modules` from a folder upwards, as an `import` from there would; undefined when it is not
 * installed. `import.meta.resolve` cannot start in another folder, and `require.resolve` misses packages that can only be imported.
 */
export function findPackage(name: string, folder: string): string | undefined {
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
