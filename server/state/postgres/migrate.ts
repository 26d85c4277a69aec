import { randomBytes } from 'node:crypto';
import type { Client, ClientConfig } from 'pg';
import { driver } from './address.js';

/** Each step takes the schema from one version to the next. Steps that have been shipped are never changed. */
const steps: readonly string[] = [
  // Rates are worth a second: a crash of the server may forget them, and so they need not be written to its log.
  `CREATE TABLE secret(name text PRIMARY KEY, value bytea NOT NULL);
   CREATE TABLE key(
     id text PRIMARY KEY, hash bytea NOT NULL UNIQUE, display text NOT NULL, label text NOT NULL,
     created timestamptz NOT NULL, expires timestamptz, revoked timestamptz
   );
   CREATE UNLOGGED TABLE rate(client text PRIMARY KEY, tat timestamptz NOT NULL);
   CREATE TABLE quota(
     client text NOT NULL, day date NOT NULL, used integer NOT NULL, held integer NOT NULL, PRIMARY KEY (client, day)
   );
   CREATE TABLE hold(
     id text PRIMARY KEY, client text NOT NULL, day date NOT NULL, credits integer NOT NULL, lease_until timestamptz NOT NULL
   );
   CREATE INDEX hold_lease ON hold(lease_until);`,
  `CREATE TABLE answer(
     name text PRIMARY KEY, owner text NOT NULL, request text NOT NULL, answer bytea, until timestamptz NOT NULL
   );
   CREATE INDEX answer_until ON answer(until);`,
];

/** A step may have much to do, or to wait for another process that does it. */
const limits = { statement_timeout: 10_000, query_timeout: 10_000 };

/**
 * Brings the schema to the newest version and gives it its pepper; of many processes that start together one does it, the others wait.
 * @throws Error when a newer Vouch has written it.
 */
export async function migrate(settings: ClientConfig, schema: string): Promise<void> {
  const client = new (driver().Client)({ ...settings, ...limits });
  // A connection that breaks fails the statement that waits on it; without a listener the process would end as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`vouch ${schema}`]);
    await enter(client, schema);
    await stepUp(client);
    await client.query("INSERT INTO secret VALUES ('pepper', $1) ON CONFLICT DO NOTHING", [randomBytes(32)]);
    await client.query('COMMIT');
  } finally {
    // What is not committed goes with the connection. Nobody waits for a server that does not take its leave.
    void client.end();
  }
}

/** Who may not create a schema can be given one: it is not created where it is there. */
async function enter(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ readonly missing: boolean }>('SELECT to_regnamespace($1) IS NULL AS missing', [schema]);
  if (rows[0]?.missing) await client.query(`CREATE SCHEMA "${schema}"`);
  await client.query(`SET LOCAL search_path TO "${schema}"`);
}

async function stepUp(client: Client): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS migration(version integer PRIMARY KEY, ran timestamptz NOT NULL DEFAULT now())');
  const { rows } = await client.query<{ readonly version: number }>('SELECT coalesce(max(version), 0) AS version FROM migration');
  const version = rows[0]?.version ?? 0;
  if (version > steps.length) throw new Error(`it was written by a newer version (${version}, this one knows ${steps.length})`);
  for (const [index, step] of steps.entries()) {
    if (index < version) continue;
    await client.query(step);
    await client.query('INSERT INTO migration VALUES ($1)', [index + 1]);
  }
}
