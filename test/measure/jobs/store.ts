import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { newServer } from '../../server/state/own-postgres.js';
import { freePort } from '../../support/free-port.js';
import type { SmallDisk } from './small-disk.js';

export type StoreKind = 'sqlite' | 'postgres';

/** A store of its own for a trial. */
export interface TrialStore {
  readonly kind: StoreKind;
  readonly address: string;
  /** A number that a statement finds. */
  count(sql: string): Promise<number>;
  /** Ends the database as a crash would, and starts it anew. PostgreSQL only. */
  crash(downMs: number): Promise<void>;
  remove(): Promise<void>;
}

/** @param disk where its tables lie; on the machine's own when absent */
export const openTrialStore = (kind: StoreKind, disk?: SmallDisk): Promise<TrialStore> =>
  kind === 'sqlite' ? sqliteFile(disk) : ownPostgres(disk);

async function sqliteFile(disk: SmallDisk | undefined): Promise<TrialStore> {
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'vouch-jobs-'));
  const file = join(folder, 'vouch.db');
  return {
    kind: 'sqlite',
    address: `sqlite:${file}`,
    count: async (sql) => {
      const database = new DatabaseSync(file, { readOnly: true });
      try {
        return Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
      } finally {
        database.close();
      }
    },
    crash: async () => {
      throw new Error('a file cannot crash');
    },
    remove: async () => (disk ? undefined : rmSync(folder, { recursive: true, force: true })),
  };
}

async function ownPostgres(disk: SmallDisk | undefined): Promise<TrialStore> {
  const server = newServer(await freePort());
  let pid = await server.start();
  if (disk) await moveTablesTo(disk, server.url);
  return {
    kind: 'postgres',
    address: server.url,
    count: async (sql) => {
      const client = new Client({ connectionString: server.url, options: '-c search_path=vouch' });
      await client.connect();
      try {
        return Number(Object.values((await client.query(sql)).rows[0] ?? {})[0] ?? 0);
      } finally {
        await client.end();
      }
    },
    crash: async (downMs) => {
      // SIGQUIT: it ends at once, without writing down what it knows, and reads its log when it starts.
      process.kill(pid, 'SIGQUIT');
      await new Promise((resolve) => setTimeout(resolve, downMs));
      pid = await server.start();
    },
    remove: () => server.remove(),
  };
}

/** Tables that are made from now on; PostgreSQL's log of changes stays where it is, without which it would end. */
async function moveTablesTo({ folder }: SmallDisk, url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
    await client.query('ALTER DATABASE postgres SET default_tablespace = small');
  } finally {
    await client.end();
  }
}
