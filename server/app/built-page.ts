import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, relative, sep } from 'node:path';

export interface PageFile {
  readonly type: string;
  read(): Promise<Buffer>;
  /** The file compressed with gzip, where the build has made such a file. */
  readPacked?(): Promise<Buffer>;
}

/**
 * The files that `vite build server/playground` made, by path with slashes; empty before a build. They are listed once, so that no request
 * can reach any other file.
 */
export function builtPage(): ReadonlyMap<string, PageFile> {
  const folder = createRequire(import.meta.url)
    .resolve('vouch/package.json')
    .replace(/package\.json$/, join('dist', 'server', 'playground'));
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const packed = new Set(paths.filter((path) => path.endsWith('.gz')));
  const named = paths.filter((path) => !packed.has(path));
  return new Map(named.map((path) => [relative(folder, path).split(sep).join('/'), fileAt(path, packed.has(`${path}.gz`))]));
}

const fileAt = (path: string, packed: boolean): PageFile => ({
  type: types[extname(path)] ?? 'application/octet-stream',
  read: () => readFile(path),
  ...(packed && { readPacked: () => readFile(`${path}.gz`) }),
});

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
};
