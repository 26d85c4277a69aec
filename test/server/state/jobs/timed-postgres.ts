import { onTestFinished, vi } from 'vitest';
import { postgresStore } from '../../../../server/state/postgres.js';
import { freshSchema } from '../fresh-schema.js';

/** A store in a schema of its own whose clock is read from a table; `pass` moves it. */
export async function timedPostgres(server: { readonly url: string }) {
  const { name, url, sql } = await freshSchema(server);
  await sql("CREATE TABLE clock AS SELECT timestamptz '2030-01-01 12:00Z' AS time");
  await sql(`CREATE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT time FROM ${name}.clock'`);
  const store = postgresStore(url, `${name}.clock()`);
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), 60_000);
  const pass = async (ms: number): Promise<void> => {
    await sql(`UPDATE clock SET time = time + interval '${ms} ms'`);
  };
  return { store, pass };
}
