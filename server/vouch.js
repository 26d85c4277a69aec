#!/usr/bin/env node
/**
 * Starts the command line (`server/cli/main.ts`). In a fresh clone it builds it first, and where the running Node is too old it changes to
 * the one that the clone brings. Plain JavaScript, so that any Node can at least say what is missing.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const inPackage = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const entry = inPackage('dist/server/cli/main.js');
const ownNode = inPackage('node_modules/.bin/node');

endWithShell();
if (!existsSync(entry)) build();
if (isRecent(process.versions.node)) await run();
else if (existsSync(ownNode)) runWith(ownNode);
else
  fail(
    `Vouch needs Node 22.18 or newer; this is ${process.version}. In a clone, npm ci brings one along; elsewhere, npm install node@24 does.`,
  );

/**
 * `npx` starts this through a shell, which passes no signal on: a SIGTERM to npx ends the shell alone, and a server would keep its port with
 * nobody to stop it. So the end of that shell counts as a SIGTERM, which ends what this has started as well.
 */
function endWithShell() {
  if (process.env.npm_command === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

function build() {
  const [compiler, bundler] = ['typescript/bin/tsc', 'vite/bin/vite.js'].map((tool) => inPackage(`node_modules/${tool}`));
  if (!existsSync(compiler) || !existsSync(bundler)) fail('Vouch is not built, and there is no compiler to build it: run npm ci first.');
  process.stderr.write('Building Vouch, this once …\n');
  for (const command of [
    [compiler, '-b', inPackage('tsconfig.json')],
    [inPackage('server/compile.js')],
    [bundler, 'build', inPackage('server/playground')],
  ]) {
    const { status } = spawnSync(existsSync(ownNode) ? ownNode : process.execPath, command, { stdio: ['ignore', 2, 2] });
    if (status !== 0) fail('Vouch could not be built.');
  }
}

function isRecent(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** `node:sqlite` announces itself as experimental on Node 22; on a command line that is noise. */
async function run() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const type = rest[0]?.type ?? rest[0] ?? warning?.name;
    if (type !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest);
  };
  await import(pathToFileURL(entry).href);
}

function runWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function fail(message) {
  process.stderr.write(`vouch: ${message}\n`);
  process.exit(2);
}
