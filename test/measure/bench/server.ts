import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listening } from './listening.js';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it said where it listens. */
  readonly bootMs: number;
  /** False once the process has ended, by itself or by `stop`. */
  alive(): boolean;
  stop(): Promise<void>;
}

export const key = `pk_bench${'0'.repeat(16)}`;

/** The server as `npm start` runs it, in an empty folder, without a limit of requests a second; `config` is its configuration file, `more` its environment beside. */
export function startVouch(config = '', more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  if (config !== '') writeFileSync(join(folder, 'vouch.config.yaml'), config);
  const usual = { PORT: '0', VOUCH_KEYS: key, VOUCH_RATE_LIMIT: '0', VOUCH_STORE: 'memory:', VOUCH_LOG_LEVEL: 'warn', VOUCH_DRAIN_MS: '0' };
  return start(built('server/main.js'), { cwd: folder, env: { ...usual, ...more } }, () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

/** Fastify with the multipart plugin and one route that receives the same upload and says so: what any service of this kind costs at least. */
export const startBareRoute = (): Promise<ServerProcess> =>
  start(fileURLToPath(new URL('bare-route.js', import.meta.url)), { env: {} }, () => undefined);

/** Resolves when a server says that it is ready: several that start at once wait for one another's migrations. */
export async function untilWell({ url }: Pick<ServerProcess, 'url'>): Promise<void> {
  while ((await fetch(`${url}/health`)).status !== 200) await setTimeout(5);
}

/** A compiled file, whether this one is compiled or not. */
const built = (file: string): string =>
  createRequire(import.meta.url)
    .resolve('vouch/package.json')
    .replace(/package\.json$/, `dist/${file}`);

async function start(program: string, options: { cwd?: string; env: NodeJS.ProcessEnv }, clean: () => void): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await listening(child);
  return {
    url,
    pid: child.pid ?? 0,
    bootMs: performance.now() - began,
    alive: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      clean();
    },
  };
}
