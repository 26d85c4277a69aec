import { randomBytes } from 'node:crypto';
import { Client, type QueryResultRow } from 'pg';
import { onTestFinished } from 'vitest';

export interface FreshSchema {
  readonly name: string;
  /** The address of a store in it. */
  readonly url: string;
  /** Looks at, or changes, what a store keeps there. */
  sql<R extends QueryResultRow>(statement: string): Promise<R[]>;
}

/** A schema of one test, dropped when it has finished, or when `end` says. */
export async function freshSchema(
  server: { readonly url: string },
  end: (drop: () => Promise<void>) => void = onTestFinished,
): Promise<FreshSchema> {
  const name = `vouch_test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: server.url, options: `-c search_path=${name}` });
  await client.connect();
  await client.query(`CREATE SCHEMA ${name}`);
  end(async () => {
    await client.query(`DROP SCHEMA ${name} CASCADE`);
    await client.end();
  });
  // Nothing here outlives a crash: a busy disk is not waited for.
  return {
    name,
    url: `${server.url}?schema=${name}&options=-c%20synchronous_commit%3Doff`,
    sql: async (statement) => (await client.query(statement)).rows,
  };
}
