import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The entry file of an installed package, looked for in `node_modules` from a folder upwards, as an `import` from there would;
 * undefined when it is not installed. (`import.meta.resolve` cannot start elsewhere, and `require.resolve` misses packages for `import` only.)
 */
export function findPackage(name: string, folder: string): string | undefined {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(manifest)) return join(dirname(manifest), entryFile(JSON.parse(readFileSync(manifest, 'utf8'))));
  return dirname(folder) === folder ? undefined : findPackage(name, dirname(folder));
}

function entryFile(manifest: { readonly exports?: unknown; readonly main?: unknown }): string {
  return importTarget(manifest.exports) ?? (typeof manifest.main === 'string' ? manifest.main : 'index.js');
}

/** The file for `import` among a package's `exports`: a path, the main entry, or the first condition that Node meets. */
function importTarget(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  for (const [key, value] of Object.entries(exports)) {
    const found = ['.', 'node', 'import', 'default'].includes(key) ? importTarget(value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
