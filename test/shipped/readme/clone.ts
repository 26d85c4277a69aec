import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { answers } from '../../server/support/not-held.js';
import { compiled } from '../../support/compiled.js';
import { sandboxHere } from '../../support/sandbox-here.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { block, root } from './page.js';

export interface ScriptResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A working folder: a clone of this repository, or a team's project. It is deleted after the tests. */
export interface Folder {
  readonly path: string;
  /** Adds a file. @throws when it exists, so that no test edits a shared file. */
  add(name: string, text: string): void;
  /** Runs a script of bash to its end. */
  run(script: string, env?: Readonly<Record<string, string>>): Promise<ScriptResult>;
  /** Starts a script that runs until the test ends, and waits until an address answers. */
  start(script: string, url: string, env?: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * A clone as it is after `npm ci` and `npm run build`, which made `dist` here before these tests began; test/shipped/deploy/image.test.ts builds from
 * nothing. Times are kept, so that the compiler finds nothing to do.
 */
export function clone(): Folder {
  const folder = temporary('clone');
  const isOfTests = (path: string): boolean => /^(?:test\/(?!kit)|\.compiled|\.test)/.test(relative(join(root, 'dist'), path));
  for (const name of ['core', 'plugins', 'config', 'server', 'test/kit', 'package.json', 'tsconfig.json', 'dist'])
    cpSync(join(root, name), join(folder.path, name), { recursive: true, preserveTimestamps: true, filter: (path) => !isOfTests(path) });
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder.path, 'node_modules'));
  return folder;
}

/** A separate project that has installed Vouch, Fastify, zod and the types of Node. */
export function project(vouch: Pick<Folder, 'path'>): Folder {
  const folder = temporary('project');
  const installed = join(folder.path, 'node_modules');
  for (const scope of ['@types', '.bin']) mkdirSync(join(installed, scope), { recursive: true });
  symlinkSync(vouch.path, join(installed, 'vouch'));
  symlinkSync('../vouch/server/vouch.js', join(installed, '.bin/vouch'));
  for (const name of ['fastify', '@types/node', 'zod']) symlinkSync(realpathSync(join(root, 'node_modules', name)), join(installed, name));
  return folder;
}

export interface Installation extends Folder {
  /** The package file that was installed. */
  readonly tarball: string;
}

/** The package file that `npm pack` makes of this tree, which takes it seconds. */
export const packed = async (): Promise<string> => {
  const parcel = temporary('parcel');
  return join(parcel.path, await npm(parcel, `npm pack ${root} --silent --pack-destination ${parcel.path}`));
};

/**
 * A project that has installed the package file with the README's own commands, and with more options of npm. npm installs the dependencies. The types of Node are there to compile with.
 */
export async function installation(tarball: string, options = ''): Promise<Installation> {
  const folder = temporary('installation');
  const install = block('in a project')
    .replace(/\.\/vouch-[\d.]+\.tgz/, tarball)
    .replace('fastify@5', asHere('fastify'));
  await npm(folder, `${install.trim()} ${asHere('@types/node')} ${options}`);
  return { ...folder, tarball };
}

async function npm(folder: Folder, script: string): Promise<string> {
  const { code, out, err } = await folder.run(script, npmSettings);
  if (code !== 0) throw new Error(err);
  return out.trim();
}

/** npm's settings from the environment, without those that the npm running these tests sets for this package. */
const npmSettings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value && !/^(npm_|path$)/i.test(name) ? [[name, value]] : [])),
  ),
  HOME: homedir(),
  npm_config_prefer_offline: 'true',
};

const asHere = (name: string): string =>
  `${name}@${(JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { readonly version: string }).version}`;

/** Where a folder finds its commands: a faster `npx`, its own, then those of the clone. */
const programs = (path: string): readonly string[] => [
  join(root, 'test/shipped/readme/bin'),
  join(path, 'node_modules/.bin'),
  join(root, 'node_modules/.bin'),
];

function temporary(what: string): Folder {
  const path = temporaryFolder(what);
  const begin = (script: string, env: Readonly<Record<string, string>> = {}): ChildProcess =>
    spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: path,
      env: { PATH: [...programs(path), process.env['PATH']].join(':'), HOME: path, NODE_COMPILE_CACHE: compiled, ...sandboxHere, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  return {
    path,
    add(name, text) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text, { flag: 'wx' });
    },
    run: (script, env) => ended(begin(script, env)),
    async start(script, url, env) {
      const child = begin(script, env);
      onTestFinished(() => stop(child));
      await answering(url, ended(child));
    },
  };
}

async function ended(child: ChildProcess): Promise<ScriptResult> {
  const [out, err, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

async function textOf(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : '';
}

/** Ends the script's process group, so also everything that it started; a server at once, as for a person who waits. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGINT');
  await once(child, 'close');
}

async function answering(url: string, end: Promise<ScriptResult>): Promise<void> {
  let over: ScriptResult | undefined;
  void end.then((how) => {
    over = how;
  });
  while (!over) {
    if (await answers(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it ended with ${over.code} before it answered:\n${over.out}${over.err}`);
}
