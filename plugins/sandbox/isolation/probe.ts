import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type NetConnectOpts } from 'node:net';
import { env, execPath, pid } from 'node:process';
import { Worker } from 'node:worker_threads';
import type { ParserTask } from '../protocol.js';

/** Each entry is true where the child is kept from it. */
export interface ProbeResult {
  /** Reading files other than our own code. */
  readonly reading: boolean;
  readonly writing: boolean;
  readonly processes: boolean;
  readonly threads: boolean;
  /** True where the environment is empty, so that it holds no keys and no addresses. */
  readonly environment: boolean;
  readonly network: boolean;
  /** Sockets in the file system, such as a database's. A network namespace does not cover them. */
  readonly sockets: boolean;
}

/** Where the parent process listens. */
export interface ProbeListeners {
  readonly port: number;
  readonly path: string;
}

/** Tries the first steps of hostile code, and undoes those that succeed. Run it only in a child. */
export async function probeIsolation({ wanted }: ParserTask): Promise<ProbeResult> {
  const { port, path } = wanted as ProbeListeners;
  const file = `/tmp/vouch-isolation-${pid}`;
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
