import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type NetConnectOpts } from 'node:net';
import { env, execPath, kill, pid, ppid } from 'node:process';
import { Worker } from 'node:worker_threads';
import type { ParserTask } from './protocol.js';

/** Each entry is true where the child is kept from it. */
export interface ProbeResult {
  /** Reading files other than our own code. */
  readonly reading: boolean;
  readonly writing: boolean;
  /** Changing the code that it and the server run. */
  readonly program: boolean;
  /** Reading and writing files by `node:sqlite`, which Node's permissions do not cover. */
  readonly sqlite: boolean;
  readonly processes: boolean;
  readonly threads: boolean;
  /** True where the environment is empty, so that it holds no keys and no addresses. */
  readonly environment: boolean;
  /** The server's environment and memory, as `/proc` shows them. */
  readonly server: boolean;
  /** Files and sockets that those have open who started it. */
  readonly descriptors: boolean;
  readonly network: boolean;
  /** Sockets in the file system, such as a database's. A network namespace does not cover them. */
  readonly sockets: boolean;
}

/** Tries the first steps of hostile code, and undoes those that succeed. Run it only in a child. Only the parent knows what signals arrive. */
export async function probeIsolation({ wanted }: ParserTask): Promise<ProbeResult> {
  const server = wanted as ProbedServer;
  const file = `/tmp/vouch-isolation-${pid}`;
  for (const process of [server.pid, ppid]) await denied(() => kill(process, server.signal));
  return {
    reading: await all(
      () => readFileSync('/etc/passwd'),
      () => openWasi(),
    ),
    writing: await all(() => {
      writeFileSync(file, '');
      rmSync(file);
    }),
    program: await all(() => closeSync(openSync(server.program, 'r+'))),
    sqlite: await openSqlite().then(
      () => false,
      () => true,
    ),
    processes: await all(
      () => spawnSync(execPath, ['--version']),
      () => fork(server.program).kill('SIGKILL'),
    ),
    threads: await all(() => new Worker('', { eval: true }).terminate()),
    environment: Object.keys(env).length === 0,
    server: await all(
      ...['environ', 'mem'].flatMap((name) => [server.pid, ppid].map((of) => () => closeSync(openSync(`/proc/${of}/${name}`, 'r')))),
    ),
    descriptors: !Array.from({ length: 1_024 }, (_, index) => index).some((descriptor) => descriptor > connection && isForeign(descriptor)),
    network: await unreachable({ host: '127.0.0.1', port: server.port }),
    sockets: await unreachable({ path: server.path }),
  };
}

/** WebAssembly that is given the root of the file system. */
async function openWasi(): Promise<void> {
  const { WASI } = await import('node:wasi');
  new WASI({ version: 'preview1', preopens: { '/': '/' } });
}

/** Opening a database in memory is enough: the module asks nobody about files. */
async function openSqlite(): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  new DatabaseSync(':memory:').close();
}

/** The last descriptor that the server gives to a child. */
const connection = 3;

/** Whether a descriptor is one that Node does not open for itself: a file or a socket. A folder is of no use, because Node opens nothing in one. */
function isForeign(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isFile() || found.isSocket();
  } catch {
    return false;
  }
}

const unreachable = async (listener: NetConnectOpts): Promise<boolean> => {
  const socket = createConnection(listener);
  return once(socket, 'connect').then(
    () => socket.destroy() === undefined,
    () => true,
  );
};

async function all(...attempts: readonly (() => unknown)[]): Promise<boolean> {
  return (await Promise.all(attempts.map(denied))).every(Boolean);
}

async function denied(attempt: () => unknown): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED';
  }
}

/** The process whose child tests its isolation: where it listens, its number, and a file of its program. */
export interface ProbedServer {
  readonly port: number;
  readonly path: string;
  readonly pid: number;
  readonly program: string;
  /** What the child sends it; harmless to a process that does not listen for it. */
  readonly signal: NodeJS.Signals;
}
