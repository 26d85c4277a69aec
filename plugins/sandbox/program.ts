import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../core/index.js';
import { isolatedCommand } from './isolation/confine.js';
import { lowerPriority } from './process.js';

/** A file to fork, and the paths that it may read. */
export interface ChildProgram {
  readonly file: string;
  readonly readable: readonly string[];
}

/**
 * The compiled child of a plugin, by the plugin's folder: 'converters/pdf'. It always comes from `dist/`, also where this module runs as TypeScript.
 * It may read the compiled code and the packages, but not the folder around them, which may hold a store or a config.
 * @throws ConfigError when the child has not been built.
 */
export function programOf(plugin: string): ChildProgram {
  const root = new URL(fromSource ? '../../' : '../../../', import.meta.url);
  const file = fileURLToPath(new URL(`dist/plugins/${plugin}/child.js`, root));
  if (!existsSync(file)) throw new ConfigError(`The plugin ${plugin} has no compiled child at ${file}; run "npm run build"`);
  return { file, readable: [fileURLToPath(new URL('dist', root)), fileURLToPath(new URL('package.json', root)), ...packages(root)] };
}

const fromSource = import.meta.url.endsWith('.ts');

/** The folders of our dependencies: beside this package, above it, and behind symbolic links. */
function packages(root: URL): readonly string[] {
  const beside = fileURLToPath(new URL('node_modules', root));
  const used = realpathSync(fileURLToPath(import.meta.resolve('saxes')));
  const folder = `${sep}node_modules`;
  const topmost = used.slice(0, used.indexOf(`${folder}${sep}`) + folder.length);
  return [...new Set([beside, topmost])];
}

/** Starts a program in isolation: with a small heap and an empty environment, and at a lower priority. */
export function start({ file, readable }: ChildProgram): ChildProcess {
  const nodeOptions = [
    '--max-old-space-size=256',
    // A child reads one file at a time, so collector threads would only take processors from other processes.
    '--single-threaded-gc',
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
  const { execPath, execArgv } = isolatedCommand(nodeOptions, readable);
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
  const child = fork(file, [], { serialization: 'advanced', env: {}, stdio, execPath, execArgv: [...execArgv] });
  lowerPriority(child.pid);
  return child;
}
