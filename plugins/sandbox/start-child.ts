import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../core/index.js';
import { isolatedCommand, isolationLevel } from './confine.js';
import { lowerGroupPriority } from './watch-process.js';

/** A file to fork, and the paths that it may read. */
export interface ChildProgram {
  readonly file: string;
  readonly readable: readonly string[];
  /** Whether it may load native code from the paths that it may read. */
  readonly addons?: boolean;
  /** A file of the server's that it gets, open, as `givenDescriptor`. */
  readonly descriptor?: number;
}

/** The compiled child of a plugin, by the plugin's folder: 'converters/pdf'. @throws ConfigError when the child has not been built. */
export const programOf = (plugin: string): ChildProgram => compiled(`plugins/${plugin}/child.js`);

/**
 * A compiled child. It always comes from `dist/`, also where this module runs as TypeScript. It may read the compiled code and the packages, but
 * not the folder around them, which may hold a store or a config.
 * @throws ConfigError when the child has not been built.
 */
export function compiled(path: string): ChildProgram {
  const root = new URL(fromSource ? '../../' : '../../../', import.meta.url);
  const file = fileURLToPath(new URL(`dist/${path}`, root));
  if (!existsSync(file)) throw new ConfigError(`There is no compiled child at ${file}; run "npm run build"`);
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

/** Where a child has its connection to the server. What it is given comes behind, as `givenDescriptor`. */
export const connectionDescriptor = 3;

/**
 * Starts a program in isolation: with a small heap, an empty environment and no open file but its connection and what it is given, and at a
 * lower priority. It leads a process group of its own, so that it cannot signal the server's. Every child that reads what others send starts here.
 */
export function start({ file, readable, addons, descriptor }: ChildProgram, level = isolationLevel()): ChildProcess {
  // Native code is bound by the kernel only, not by Node's permissions.
  const native = addons && level !== 'permissions' ? ['--allow-addons'] : [];
  const command = isolatedCommand([...nodeOptions(readable), ...native, file], readable, level);
  const child = spawn(command.file, command.parameters, { env: {}, detached: true, stdio: childDescriptors(descriptor) });
  lowerGroupPriority(child.pid);
  return child;
}

const nodeOptions = (readable: readonly string[]): readonly string[] => [
  '--max-old-space-size=256',
  // A child reads one file at a time, so collector threads would only take processors from other processes.
  '--single-threaded-gc',
  '--permission',
  // Where only Node's permissions hold, one child could open the inspector of another and read its memory there.
  ...(process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
  // It reads and writes files whatever the permissions are.
  ...(process.allowedNodeEnvironmentFlags.has('--experimental-sqlite') ? ['--no-experimental-sqlite'] : []),
  ...readable.map((path) => `--allow-fs-read=${path}`),
];

/** The connection and the given file alone: what this process has inherited from those that started it would be inherited further. */
function childDescriptors(given: number | undefined): StdioOptions {
  const descriptors: (number | 'ignore' | 'pipe')[] = ['ignore', 'ignore', 'ignore', 'pipe', ...(given === undefined ? [] : [given])];
  const inherited = inheritedDescriptors().filter((descriptor) => descriptor >= descriptors.length);
  for (const descriptor of inherited) {
    while (descriptors.length < descriptor) descriptors.push('ignore');
    descriptors[descriptor] = nowhere();
  }
  return descriptors;
}

/**
 * The descriptors above those of standard input, output and error that a new process would inherit: files and sockets of whoever started
 * this process. Node opens its own so that they are not. Empty where the system has no `/proc`. Source: `flags` of proc_pid_fdinfo(5).
 */
const inheritedDescriptors = (): readonly number[] => descriptors().filter((descriptor) => descriptor > 2 && isInherited(descriptor));

function descriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number);
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // It was the one of the listing, and is closed.
    return false;
  }
}

/** O_CLOEXEC of Linux, on all architectures that Node runs on but SPARC and Alpha. */
const closeOnExec = 0o2000000;

let opened: number | undefined;

const nowhere = (): number => {
  opened ??= openSync('/dev/null', 'r+');
  return opened;
};
