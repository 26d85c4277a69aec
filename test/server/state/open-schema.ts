import { randomBytes } from 'node:crypto';
import { Client, type QueryResultRow } from 'pg';

/** A PostgreSQL schema that no other test uses. */
export interface TestSchema {
  readonly name: string;
  /** The address of a store in it. */
  readonly url: string;
  /** Queries or changes the tables of a store directly. */
  sql<R extends QueryResultRow>(statement: string): Promise<R[]>;
  drop(): Promise<void>;
}

export async function openSchema(server: string): Promise<TestSchema> {
  const name = `vouch_test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: server, options: `-c search_path=${name}` });
  await client.connect();
  await client.query(`CREATE SCHEMA ${name}`);
  // The tests need no durability, so commits do not wait for the disk.
  return {
    name,
    url: `${server}?schema=${name}&options=-c%20synchronous_commit%3Doff`,
    sql: async (statement) => (await client.query(statement)).rows,
    async drop() {
      await client.query(`DROP SCHEMA ${name} CASCADE`);
      await client.end();
    },
  };
}
