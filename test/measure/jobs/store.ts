import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { newServer } from '../../server/state/own-postgres.js';
import { freePort } from '../../support/free-port.js';

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

export const openTrialStore = (kind: StoreKind): Promise<TrialStore> => (kind === 'sqlite' ? sqliteFile() : ownPostgres());

async function sqliteFile(): Promise<TrialStore> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-jobs-'));
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
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function ownPostgres(): Promise<TrialStore> {
  const server = newServer(await freePort());
  let pid = await server.start();
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
