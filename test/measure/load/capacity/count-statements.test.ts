import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresServer } from '../../../server/state/postgres-server.js';
import { countStatements } from './count-statements.js';

const server = postgresServer();

it('statements are counted on their way to PostgreSQL, with parameters and without, small and large', async () => {
  const line = await countStatements(Number(new URL(server.url).port));
  const client = new Client({ connectionString: server.url.replace(/:\d+\//, `:${line.port}/`) });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    line.close();
  });
  expect(line.counted().statements).toBe(0);
  await client.query('SELECT 1');
  await client.query('SELECT $1::text', ['x'.repeat(200_000)]);
  await client.query('SELECT $1::int', [1]);
  const { statements, ms } = line.counted();
  expect(statements).toBe(3);
  expect(ms).toBeGreaterThan(0);
});
