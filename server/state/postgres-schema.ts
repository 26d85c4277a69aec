import { randomBytes } from 'node:crypto';
import type { Client, ClientConfig } from 'pg';
import { driver } from './postgres-address.js';

/**
 * Each step takes the schema from one version to the next. Released steps are never changed. They only add, because servers of the version before
 * keep using the tables until the last of them is replaced.
 */
const steps: readonly string[] = [
  // The rate table is unlogged, because losing a second's rates in a crash does no harm.
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
  // Tokens and millionths of a currency pass what four bytes hold.
  `ALTER TABLE quota ALTER used TYPE bigint, ALTER held TYPE bigint;
   ALTER TABLE hold ALTER credits TYPE bigint;`,
  // Keys that were made before there were scopes keep what they could do.
  `ALTER TABLE key ADD scopes text NOT NULL DEFAULT 'extract', ADD limits jsonb NOT NULL DEFAULT '{}',
     ADD used timestamptz, ADD carried bytea;
   CREATE TABLE former_secret(
     hash bytea PRIMARY KEY, key text NOT NULL REFERENCES key(id) ON DELETE CASCADE, display text NOT NULL, until timestamptz NOT NULL, carried bytea
   );
   CREATE INDEX former_secret_key ON former_secret(key);`,
  // The table named job is that of pg-boss, which decided who runs what next before step 10.
  `CREATE TABLE job_record(
     id text PRIMARY KEY, owner text NOT NULL, status text NOT NULL, priority text NOT NULL, turn bigint NOT NULL, queued_as uuid NOT NULL,
     request bytea NOT NULL, note bytea NOT NULL, hold text, attempts integer NOT NULL, runs integer NOT NULL DEFAULT 0, run uuid,
     cancelled boolean NOT NULL DEFAULT false, created timestamptz NOT NULL, expires timestamptz NOT NULL, leased timestamptz, started timestamptz,
     ended timestamptz, keep interval NOT NULL, kept timestamptz, credits integer, result bytea
   );
   CREATE INDEX job_record_owner ON job_record(owner, id);
   CREATE INDEX job_record_queued ON job_record(queued_as) WHERE status = 'queued';
   CREATE INDEX job_record_waiting ON job_record(created) WHERE status = 'queued';
   CREATE INDEX job_record_running ON job_record(leased) WHERE status = 'running';
   CREATE INDEX job_record_kept ON job_record(kept) WHERE kept IS NOT NULL;
   CREATE TABLE job_document(job text PRIMARY KEY, bytes bytea NOT NULL);
   ALTER TABLE job_document ALTER bytes SET STORAGE EXTERNAL;
   CREATE TABLE job_line(name text PRIMARY KEY, turn bigint NOT NULL);
   CREATE TABLE job_turn(begun bigint NOT NULL);
   INSERT INTO job_turn VALUES (0);`,
  `ALTER TABLE job_record ADD webhook text;
   CREATE TABLE webhook(
     id text PRIMARY KEY, owner text NOT NULL, events text NOT NULL, sealed bytea NOT NULL, created timestamptz NOT NULL, failing timestamptz,
     rests timestamptz, disabled timestamptz, why text
   );
   CREATE INDEX webhook_owner ON webhook(owner, id);
   CREATE TABLE webhook_message(
     id text PRIMARY KEY, endpoint text NOT NULL REFERENCES webhook(id) ON DELETE CASCADE, type text NOT NULL, about text NOT NULL,
     status text NOT NULL, attempts integer NOT NULL DEFAULT 0, created timestamptz NOT NULL, due timestamptz, queued_as uuid NOT NULL, run uuid,
     leased timestamptz
   );
   CREATE INDEX webhook_message_endpoint ON webhook_message(endpoint, created, id);
   CREATE INDEX webhook_message_queued ON webhook_message(queued_as) WHERE status = 'pending';
   CREATE INDEX webhook_message_leased ON webhook_message(leased) WHERE status = 'pending';
   CREATE INDEX webhook_message_made ON webhook_message(created);
   CREATE TABLE webhook_attempt(
     message text NOT NULL REFERENCES webhook_message(id) ON DELETE CASCADE, at timestamptz NOT NULL, status integer, ms integer NOT NULL, error text
   );
   CREATE INDEX webhook_attempt_message ON webhook_attempt(message, at);`,
  // A job that was put down for a batch has the status staged and no owner until the batch begins; a document that came with one has no owner.
  `ALTER TABLE job_record ADD batch text, ADD file text;
   CREATE INDEX job_record_batch ON job_record(batch, id) WHERE batch IS NOT NULL;
   CREATE INDEX job_record_file ON job_record(file) WHERE file IS NOT NULL AND status IN ('staged', 'queued', 'running');
   CREATE INDEX job_record_staged ON job_record(created) WHERE status = 'staged';
   CREATE TABLE batch(
     id text PRIMARY KEY, owner text NOT NULL, note bytea NOT NULL, jobs integer NOT NULL, unfinished integer NOT NULL, created timestamptz NOT NULL,
     ended timestamptz, keep interval NOT NULL, kept timestamptz, webhook text
   );
   CREATE INDEX batch_owner ON batch(owner, id);
   CREATE INDEX batch_kept ON batch(kept) WHERE kept IS NOT NULL;
   CREATE TABLE file(
     id text PRIMARY KEY, owner text NOT NULL, batch text, note bytea NOT NULL, size integer NOT NULL, created timestamptz NOT NULL,
     expires timestamptz NOT NULL, bytes bytea NOT NULL
   );
   ALTER TABLE file ALTER bytes SET STORAGE EXTERNAL;
   CREATE INDEX file_owner ON file(owner, expires);
   CREATE INDEX file_batch ON file(batch) WHERE batch IS NOT NULL;
   CREATE INDEX file_expires ON file(expires);`,
  // A document lies in pieces. One that nothing has taken yet has neither owner nor batch, and one that a job has taken has expired: it stays for its job.
  `DROP TABLE job_document;
   ALTER TABLE file DROP bytes;
   CREATE TABLE document_piece(
     document text REFERENCES file(id) ON DELETE CASCADE, number integer, bytes bytea NOT NULL, PRIMARY KEY (document, number)
   );
   ALTER TABLE document_piece ALTER bytes SET STORAGE EXTERNAL;`,
  // An empty piece lies in a bucket, which is to be told when it is gone.
  `CREATE TABLE gone_piece(document text, number integer, PRIMARY KEY (document, number));
   CREATE FUNCTION note_gone_piece() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       EXECUTE format('INSERT INTO %I.gone_piece VALUES ($1, $2) ON CONFLICT DO NOTHING', TG_TABLE_SCHEMA) USING OLD.document, OLD.number;
       RETURN NULL;
     END $$;
   CREATE TRIGGER piece_is_gone AFTER DELETE ON document_piece FOR EACH ROW WHEN (length(OLD.bytes) = 0) EXECUTE FUNCTION note_gone_piece();`,
  // Workers claim rows by themselves. Servers of the version before hand theirs over by the queue of pg-boss, whose tables nobody reads after them.
  `ALTER TABLE job_record ADD begins timestamptz NOT NULL DEFAULT '-infinity', ALTER queued_as SET DEFAULT gen_random_uuid();
   CREATE INDEX job_record_next ON job_record(turn, id) WHERE status = 'queued';
   ALTER TABLE webhook_message ALTER queued_as SET DEFAULT gen_random_uuid();
   CREATE INDEX webhook_message_due ON webhook_message(due, id) WHERE status = 'pending';
   ALTER TABLE batch ADD beginning text;
   CREATE INDEX batch_begins ON batch(id) WHERE beginning IS NOT NULL;`,
  // Owners take turns: what waits is looked for endpoint by endpoint, beside what is being sent.
  `CREATE INDEX webhook_message_waits ON webhook_message(endpoint, due, id) WHERE status = 'pending';`,
  // A job whose answer people look at is a run.
  `ALTER TABLE job_record ADD review text, ADD version integer NOT NULL DEFAULT 0, ADD rank integer NOT NULL DEFAULT 0, ADD reviewer text,
     ADD claimed timestamptz;
   CREATE INDEX job_record_to_review ON job_record(owner, (-rank), id) WHERE review IS NOT NULL AND review <> 'cleared';
   CREATE INDEX job_record_seen_file ON job_record(file) WHERE file IS NOT NULL AND review IN ('to_review', 'postponed');
   CREATE TABLE verdict(run text, number integer, at timestamptz NOT NULL, sealed bytea NOT NULL, PRIMARY KEY (run, number));`,
  // What verdicts say of readers outlives their runs; it names neither values nor sellers.
  `CREATE TABLE judgment(run text, number integer, at timestamptz NOT NULL, said text NOT NULL, PRIMARY KEY (run, number));
   CREATE INDEX judgment_newest ON judgment(at, run, number);`,
];

/** A step may take long, or wait for another process that runs it. */
const timeouts = { statement_timeout: 10_000, query_timeout: 10_000 };

/**
 * Migrates the schema to the newest version and creates the pepper. Of many processes that start together one does it and the others wait.
 * @throws Error when a newer version of Vouch has written it.
 */
export async function migratePostgres(settings: ClientConfig, schema: string): Promise<void> {
  const client = new (driver().Client)({ ...settings, ...timeouts });
  // A broken connection already fails its statement; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`vouch ${schema}`]);
    await useSchema(client, schema);
    await runSteps(client);
    await client.query("INSERT INTO secret VALUES ('pepper', $1) ON CONFLICT DO NOTHING", [randomBytes(32)]);
    await client.query('COMMIT');
  } finally {
    // Closing rolls back what is not committed. It is not awaited, because a silent server would never confirm it.
    void client.end();
  }
}

/** Creates the schema only if it is missing, so that a user without that right can be given an existing one. */
async function useSchema(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ readonly missing: boolean }>('SELECT to_regnamespace($1) IS NULL AS missing', [schema]);
  if (rows[0]?.missing) await client.query(`CREATE SCHEMA "${schema}"`);
  await client.query(`SET LOCAL search_path TO "${schema}"`);
}

async function runSteps(client: Client): Promise<void> {
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
