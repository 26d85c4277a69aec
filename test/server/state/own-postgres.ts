import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** The machine's own server, which needs no password. */
export const usual = 'postgres://postgres@127.0.0.1:5432/postgres';

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
  const programs = programsOf();
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const form = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const made = spawnSync(join(programs, 'initdb'), form, { cwd: folder, ...owner });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let end = async (): Promise<unknown> => undefined;
  return {
    url,
    async start() {
      const listen = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'];
      const server = spawn(join(programs, 'postgres'), listen, { cwd: folder, stdio: 'ignore', ...owner });
      const ended = once(server, 'exit');
      const endWithUs = (): void => void server.kill('SIGKILL');
      process.once('exit', endWithUs);
      server.once('exit', () => process.off('exit', endWithUs));
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

function programsOf(): string {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(home, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
  if (found) return found;
  throw new Error(`Tests of the PostgreSQL store need a server at ${usual}, or its programs: apt-get install postgresql`);
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
