import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type NetConnectOpts } from 'node:net';
import { env, execPath, pid } from 'node:process';
import { Worker } from 'node:worker_threads';
import type { Task } from '../protocol.js';

/** True where the wall stands. */
export interface ProbeResult {
  /** Files that are no code of ours. */
  readonly reading: boolean;
  readonly writing: boolean;
  readonly processes: boolean;
  readonly threads: boolean;
  /** The environment is empty: no key, no address. */
  readonly environment: boolean;
  readonly network: boolean;
  /** Those that lie in the file system, such as a database's: no network has them, so no wall before it holds them. */
  readonly sockets: boolean;
}

/** Where somebody listens, outside. */
export interface Listeners {
  readonly port: number;
  readonly path: string;
}

/** Tries what hostile code would try first; what succeeds is undone. Run in a child only. */
export async function probeIsolation({ wanted }: Task): Promise<ProbeResult> {
  const { port, path } = wanted as Listeners;
  const file = `/tmp/vouch-wall-${pid}`;
  return {
    reading: await denied(() => readFileSync('/etc/passwd')),
    writing: await denied(() => {
      writeFileSync(file, '');
      rmSync(file);
    }),
    processes: await denied(() => spawnSync(execPath, ['--version'])),
    threads: await denied(() => new Worker('', { eval: true }).terminate()),
    environment: Object.keys(env).length === 0,
    network: await unreachable({ host: '127.0.0.1', port }),
    sockets: await unreachable({ path }),
  };
}

const unreachable = async (listener: NetConnectOpts): Promise<boolean> => {
  const socket = createConnection(listener);
  return once(socket, 'connect').then(
    () => socket.destroy() === undefined,
    () => true,
  );
};

async function denied(attempt: () => unknown): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED';
  }
}
