import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it said where it listens. */
  readonly bootMs: number;
  stop(): Promise<void>;
}

export const key = `pk_bench${'0'.repeat(16)}`;

/** The server as `npm start` runs it, in an empty folder, without a limit of requests a second; `config` is its configuration file. */
export function startVouch(config = ''): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  if (config !== '') writeFileSync(join(folder, 'vouch.config.yaml'), config);
  const env = { PORT: '0', VOUCH_KEYS: key, VOUCH_RATE_LIMIT: '0', VOUCH_STORE: 'memory:', VOUCH_LOG_LEVEL: 'warn', VOUCH_DRAIN_MS: '0' };
  const program = fileURLToPath(new URL('../../server/main.js', import.meta.url));
  return start(program, { cwd: folder, env }, () => rmSync(folder, { recursive: true, force: true }));
}

/** Fastify with the multipart plugin and one route that receives the same upload and says so: what any service of this kind costs at least. */
export const startBareRoute = (): Promise<Server> =>
  start(fileURLToPath(new URL('bare-route.js', import.meta.url)), { env: {} }, () => undefined);

async function start(program: string, options: { cwd?: string; env: NodeJS.ProcessEnv }, clean: () => void): Promise<Server> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await said(child);
  return {
    url,
    pid: child.pid ?? 0,
    bootMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      clean();
    },
  };
}

async function said({ stderr }: ChildProcess): Promise<string> {
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
