import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../core/index.js';

/** A file to fork, and what it may read. */
export interface Program {
  readonly file: string;
  readonly readable: readonly string[];
}

/**
 * The compiled child of a plugin, by its folder: 'converters/pdf'. A child runs plain JavaScript under Node's own loader, so where this module itself runs from
 * TypeScript (tests), the child is the one that `tsc -b` put into `dist/`.
 * It may read the compiled code and the packages, nothing else: not the folder they stand in, which may hold a store or a config.
 * @throws ConfigError when the child has not been built.
 */
export function program(plugin: string): Program {
  const root = new URL(fromSource ? '../../' : '../../../', import.meta.url);
  const file = fileURLToPath(new URL(`dist/plugins/${plugin}/child.js`, root));
  if (!existsSync(file)) throw new ConfigError(`The plugin ${plugin} has no compiled child at ${file}; run "npm run build"`);
  return { file, readable: [fileURLToPath(new URL('dist', root)), fileURLToPath(new URL('package.json', root)), ...packages(root)] };
}

const fromSource = import.meta.url.endsWith('.ts');

/** The folders that hold our dependencies: beside us, above us, and where links lead. */
function packages(root: URL): readonly string[] {
  const beside = fileURLToPath(new URL('node_modules', root));
  const used = realpathSync(fileURLToPath(import.meta.resolve('saxes')));
  const folder = `${sep}node_modules`;
  const topmost = used.slice(0, used.indexOf(`${folder}${sep}`) + folder.length);
  return [...new Set([beside, topmost])];
}
