import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { sandboxHere } from '../../support/sandbox-here.js';

/** A server in its own process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** False once the process has ended for any reason. */
  alive(): boolean;
  stop(): Promise<void>;
}

export const key = `pk_bench${'0'.repeat(16)}`;

/**
 * Starts the server like `npm start` in an empty folder, without a rate limit. `config` is its configuration file, `more` adds to the
 * environment.
 */
export const startVouch = (config = '', more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  startVouchOf(packageRoot, config, more);

/** The same with the compiled code of another folder, and by a command that is put before it. */
export function startVouchOf(
  root: string,
  config = '',
  more: Readonly<Record<string, string>> = {},
  launcher: readonly string[] = [],
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  if (config !== '') writeFileSync(join(folder, 'vouch.config.yaml'), config);
  const usual = {
    PORT: '0',
    VOUCH_KEYS: key,
    VOUCH_RATE_LIMIT: '0',
    VOUCH_STORE: 'memory:',
    VOUCH_LOG_LEVEL: 'warn',
    VOUCH_DRAIN_MS: '0',
    ...sandboxHere,
  };
  return start(join(root, 'dist/server/app/main.js'), { cwd: folder, env: { ...usual, ...more }, launcher }, () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

/** Starts Fastify with one route that only receives the upload, the minimum cost of any such service. */
export const startBareRoute = (): Promise<ServerProcess> =>
  start(fileURLToPath(new URL('bare-route.js', import.meta.url)), { env: {} }, () => undefined);

/** Resolves when a server is healthy; servers that start together wait for each other's migrations. */
export async function untilWell({ url }: Pick<ServerProcess, 'url'>): Promise<void> {
  while ((await fetch(`${url}/health`)).status !== 200) await setTimeout(5);
}

/** Also when this file runs uncompiled. */
export const packageRoot = dirname(createRequire(import.meta.url).resolve('vouch/package.json'));

interface StartOptions {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly launcher?: readonly string[];
}

async function start(program: string, { launcher = [], ...options }: StartOptions, clean: () => void): Promise<ServerProcess> {
  const [file = '', ...parameters] = [
    ...launcher,
    process.execPath,
    '--max-semi-space-size=16',
    '--disable-warning=ExperimentalWarning',
    program,
  ];
  const child = spawn(file, parameters, {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await listening(child);
  return {
    url,
    pid: child.pid ?? 0,
    alive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGINT');
      await ended;
      clean();
    },
  };
}

/** The address that a starting server logs. @throws Error with its output when it ends first. */
export async function listening({ stderr }: ChildProcess): Promise<string> {
  let all = '';
  if (stderr)
    for await (const line of createInterface(stderr)) {
      all += `${line}\n`;
      const url = /listening on (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      stderr.resume();
      return url;
    }
  throw new Error(`The server did not start:\n${all}`);
}
