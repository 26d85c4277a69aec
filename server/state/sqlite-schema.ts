import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Each step takes the file from one version to the next. Released steps are never changed. Times are milliseconds since 1970. */
const steps: readonly string[] = [
  `CREATE TABLE secret(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE key(
     id TEXT PRIMARY KEY, hash BLOB NOT NULL UNIQUE, display TEXT NOT NULL, label TEXT NOT NULL,
     created INTEGER NOT NULL, expires INTEGER, revoked INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE rate(client TEXT PRIMARY KEY, tat REAL NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE quota(
     client TEXT NOT NULL, day TEXT NOT NULL, used INTEGER NOT NULL, held INTEGER NOT NULL, PRIMARY KEY (client, day)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE hold(
     id TEXT PRIMARY KEY, client TEXT NOT NULL, day TEXT NOT NULL, credits INTEGER NOT NULL, lease_until INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX hold_lease ON hold(lease_until);`,
  `CREATE TABLE answer(
     name TEXT PRIMARY KEY, owner TEXT NOT NULL, request TEXT NOT NULL, answer BLOB, until INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX answer_until ON answer(until);`,
  // Keys that were made before there were scopes keep what they could do.
  `ALTER TABLE key ADD COLUMN scopes TEXT NOT NULL DEFAULT 'extract';
   ALTER TABLE key ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';
   ALTER TABLE key ADD COLUMN used INTEGER;
   ALTER TABLE key ADD COLUMN carried BLOB;
   CREATE TABLE former_secret(
     hash BLOB PRIMARY KEY, key TEXT NOT NULL, display TEXT NOT NULL, until INTEGER NOT NULL, carried BLOB
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX former_secret_key ON former_secret(key);`,
  `CREATE TABLE job(
     id TEXT PRIMARY KEY, owner TEXT NOT NULL, status TEXT NOT NULL, priority TEXT NOT NULL, turn INTEGER NOT NULL, request BLOB NOT NULL,
     note BLOB NOT NULL, hold TEXT, attempts INTEGER NOT NULL, runs INTEGER NOT NULL, run TEXT, cancelled INTEGER NOT NULL,
     created INTEGER NOT NULL, begins INTEGER NOT NULL, expires INTEGER NOT NULL, leased INTEGER, started INTEGER, ended INTEGER,
     keep INTEGER NOT NULL, kept INTEGER, credits INTEGER, result BLOB
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX job_of_owner ON job(owner, id);
   CREATE INDEX job_queued ON job(turn, id) WHERE status = 'queued';
   CREATE INDEX job_waiting ON job(created) WHERE status = 'queued';
   CREATE INDEX job_running ON job(leased) WHERE status = 'running';
   CREATE INDEX job_kept ON job(kept) WHERE kept IS NOT NULL;
   CREATE TABLE job_document(job TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
   CREATE TABLE job_line(name TEXT PRIMARY KEY, turn INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE job_turn(begun INTEGER NOT NULL) STRICT;
   INSERT INTO job_turn VALUES (0);`,
  `ALTER TABLE job ADD COLUMN webhook TEXT;
   CREATE TABLE webhook(
     id TEXT PRIMARY KEY, owner TEXT NOT NULL, events TEXT NOT NULL, sealed BLOB NOT NULL, created INTEGER NOT NULL, failing INTEGER, rests INTEGER,
     disabled INTEGER, why TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX webhook_of_owner ON webhook(owner, id);
   CREATE TABLE webhook_message(
     id TEXT PRIMARY KEY, endpoint TEXT NOT NULL, type TEXT NOT NULL, about TEXT NOT NULL, status TEXT NOT NULL, attempts INTEGER NOT NULL,
     created INTEGER NOT NULL, due INTEGER, run TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX webhook_message_of_endpoint ON webhook_message(endpoint, created, id);
   CREATE INDEX webhook_message_due ON webhook_message(due, id) WHERE status = 'pending';
   CREATE INDEX webhook_message_made ON webhook_message(created);
   CREATE TABLE webhook_attempt(message TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, ms INTEGER NOT NULL, error TEXT) STRICT;
   CREATE INDEX webhook_attempt_of_message ON webhook_attempt(message, at);`,
  // A job that was put down for a batch has the status staged and no owner until the batch begins; a document that came with one has no owner.
  `ALTER TABLE job ADD COLUMN batch TEXT;
   ALTER TABLE job ADD COLUMN file TEXT;
   CREATE INDEX job_of_batch ON job(batch, id) WHERE batch IS NOT NULL;
   CREATE INDEX job_of_file ON job(file) WHERE file IS NOT NULL AND status IN ('staged', 'queued', 'running');
   CREATE INDEX job_staged ON job(created) WHERE status = 'staged';
   CREATE TABLE batch(
     id TEXT PRIMARY KEY, owner TEXT NOT NULL, note BLOB NOT NULL, jobs INTEGER NOT NULL, unfinished INTEGER NOT NULL, created INTEGER NOT NULL,
     ended INTEGER, keep INTEGER NOT NULL, kept INTEGER, webhook TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX batch_of_owner ON batch(owner, id);
   CREATE INDEX batch_kept ON batch(kept) WHERE kept IS NOT NULL;
   CREATE TABLE file(
     id TEXT PRIMARY KEY, owner TEXT NOT NULL, batch TEXT, note BLOB NOT NULL, size INTEGER NOT NULL, created INTEGER NOT NULL,
     expires INTEGER NOT NULL, bytes BLOB NOT NULL
   ) STRICT;
   CREATE INDEX file_of_owner ON file(owner, expires, size);
   CREATE INDEX file_of_batch ON file(batch) WHERE batch IS NOT NULL;
   CREATE INDEX file_expires ON file(expires);`,
  // A document lies in pieces. One that nothing has taken yet has neither owner nor batch, and one that a job has taken has expired: it stays for its job.
  `DROP TABLE job_document;
   ALTER TABLE file DROP COLUMN bytes;
   CREATE TABLE document_piece(document TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (document, number)) STRICT;
   CREATE TRIGGER file_is_gone AFTER DELETE ON file BEGIN DELETE FROM document_piece WHERE document = OLD.id; END;`,
  // An empty piece lies in a bucket, which is to be told when it is gone.
  `CREATE TABLE gone_piece(document TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (document, number)) STRICT, WITHOUT ROWID;
   CREATE TRIGGER piece_is_gone AFTER DELETE ON document_piece WHEN length(OLD.bytes) = 0
     BEGIN INSERT OR IGNORE INTO gone_piece VALUES (OLD.document, OLD.number); END;`,
  // A batch has begun when it is there; what its jobs are given until they are queued stands with it.
  `ALTER TABLE batch ADD COLUMN beginning TEXT;
   CREATE INDEX batch_begins ON batch(id) WHERE beginning IS NOT NULL;`,
  `ALTER TABLE webhook_message ADD COLUMN leased INTEGER;`,
  // Owners take turns: what waits is looked for endpoint by endpoint, beside what is being sent.
  `CREATE INDEX webhook_message_waits ON webhook_message(endpoint, due, id) WHERE status = 'pending';
   CREATE INDEX webhook_message_leased ON webhook_message(leased) WHERE status = 'pending' AND leased IS NOT NULL;`,
  // A job whose answer people look at is a run.
  `ALTER TABLE job ADD COLUMN review TEXT;
   ALTER TABLE job ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE job ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE job ADD COLUMN reviewer TEXT;
   ALTER TABLE job ADD COLUMN claimed INTEGER;
   CREATE INDEX job_to_review ON job(owner, -rank, id) WHERE review IS NOT NULL AND review <> 'cleared';
   CREATE INDEX job_of_seen_file ON job(file) WHERE file IS NOT NULL AND review IN ('to_review', 'postponed');
   CREATE TABLE verdict(run TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (run, number)) STRICT;`,
  // What verdicts say of readers outlives their runs; it names neither values nor sellers.
  `CREATE TABLE judgment(run TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (run, number)) STRICT;
   CREATE INDEX judgment_newest ON judgment(at, run, number);`,
];

/**
 * Migrates the file to the newest version and creates the pepper.
 * @throws Error when a newer version of Vouch has written it.
 */
export function migrateSqlite(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > steps.length) throw new Error(`it was written by a newer version (${version}, this one knows ${steps.length})`);
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${steps.length}`);
    database.prepare("INSERT OR IGNORE INTO secret VALUES ('pepper', $pepper)").run({ $pepper: randomBytes(32) });
    database.exec('COMMIT');
  } catch (error) {
    database.close();
    throw error;
  }
}
