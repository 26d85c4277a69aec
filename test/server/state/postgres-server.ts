import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { freePort } from '../../readme/clone.js';

const usual = 'postgres://postgres@127.0.0.1:5432/postgres';

/** The server of this machine that lets everybody in; where there is none, one that lives as long as the tests of this file. */
export async function postgresServer(): Promise<string> {
  if (await answers(usual)) return usual;
  const { url, start } = newServer(await freePort());
  await start();
  return url;
}

/** A server of the tests' own that runs from `start` on, in a folder that is gone after them. */
export function newServer(port: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-postgres-'));
  const data = join(folder, 'data');
  const programs = programsOf();
  // PostgreSQL does not run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { cwd: folder, ...owner },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stops: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const stop of stops) await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url,
    async start(): Promise<void> {
      const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'], {
        cwd: folder,
        stdio: 'ignore',
        ...owner,
      });
      const ended = once(server, 'exit');
      stops.push(() => {
        server.kill('SIGINT');
        return ended;
      });
      while (!(await answers(url))) if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
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

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => new Promise((resolve) => setTimeout(resolve, 50, false)),
  );
}
