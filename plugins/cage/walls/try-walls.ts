import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { env, execPath, pid } from 'node:process';
import { Worker } from 'node:worker_threads';

/** True where the wall stands. */
export interface Walls {
  /** Files that are no code of ours. */
  readonly reading: boolean;
  readonly writing: boolean;
  readonly processes: boolean;
  readonly threads: boolean;
  /** The environment is empty: no key, no address. */
  readonly environment: boolean;
  readonly network: boolean;
}

/** Tries what hostile code would try first; what succeeds is undone. Run in a child only. */
export async function tryWalls(): Promise<Walls> {
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
    network: await denied(connect),
  };
}

/** Nobody listens on the discard port of this machine: where there is no wall, the connection is refused by that, not denied. */
async function connect(): Promise<void> {
  const socket = createConnection({ host: '127.0.0.1', port: 9 });
  await once(socket, 'connect').finally(() => socket.destroy());
}

async function denied(attempt: () => unknown): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED';
  }
}
