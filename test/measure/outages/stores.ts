import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { OpenStore } from './rows/setup.js';

/** A SQLite file created by one instance. */
export function sqliteStore(): OpenStore {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-outages-store-'));
  const file = join(folder, 'vouch.db');
  const asked = (sql: string): number => {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return Number(database.prepare(sql).get()?.['found'] ?? 0);
    } finally {
      database.close();
    }
  };
  return {
    env: { VOUCH_STORE: `sqlite:${file}` },
    holds: async () => asked('SELECT count(*) AS found FROM hold'),
    used: async (client) => asked(`SELECT sum(used) AS found FROM quota WHERE client = '${client}'`),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface PostgresStore extends OpenStore {
  readonly address: string;
  sql(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** A new schema on a running server. */
export async function postgresStore(server: string): Promise<PostgresStore> {
  const schema = `outages_${randomBytes(4).toString('hex')}`;
  const client = new Client({ connectionString: server, options: `-c search_path=${schema}` });
  client.on('error', () => undefined);
  await client.connect();
  const sql = async (statement: string) => (await client.query(statement)).rows;
  const address = `${server}?schema=${schema}`;
  return {
    address,
    env: { VOUCH_STORE: address },
    sql,
    holds: async () => Number((await sql('SELECT count(*) AS found FROM hold'))[0]?.['found']),
    used: async (client) => Number((await sql(`SELECT sum(used) AS found FROM quota WHERE client = '${client}'`))[0]?.['found'] ?? 0),
    close: () => client.end(),
  };
}
