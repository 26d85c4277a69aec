import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { generateKey, hashKey } from '../../../server/guards/key-secret.js';
import { openStore, rotateKey, type Store } from '../../../server/index.js';
import { extract, openDoor } from '../support/door.js';
import { goodForm } from '../support/form.js';
import { freshSchema } from './fresh-schema.js';
import { postgresServer } from './postgres-server.js';

const server = postgresServer();
const pepper = Buffer.alloc(32, 7);
const past = Date.now() - 86_400_000;
const old = { live: generateKey(), expired: generateKey(), revoked: generateKey() };
/** Keys as the version before scopes has written them. Times are milliseconds since 1970. */
const rows = Object.entries(old).map(([label, key]) => ({
  id: label,
  hash: hashKey(key, pepper),
  display: key.slice(0, 7),
  label,
  created: past - 1,
  expires: label === 'expired' ? past : null,
  revoked: label === 'revoked' ? past : null,
}));

/** A file at the version before keys had scopes. */
async function sqliteFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-old-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'vouch.db');
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE secret(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
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
    CREATE TABLE answer(name TEXT PRIMARY KEY, owner TEXT NOT NULL, request TEXT NOT NULL, answer BLOB, until INTEGER NOT NULL) STRICT;
    PRAGMA user_version = 2;`);
  database.prepare("INSERT INTO secret VALUES ('pepper', ?)").run(pepper);
  const add = database.prepare('INSERT INTO key VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const row of rows) add.run(row.id, row.hash, row.display, row.label, row.created, row.expires, row.revoked);
  database.close();
  return `sqlite:${file}`;
}

/** A schema at the version before keys had scopes. */
async function postgresSchema() {
  const schema = await freshSchema(server);
  const hex = (bytes: Uint8Array): string => `'\\x${Buffer.from(bytes).toString('hex')}'`;
  const time = (ms: number | null): string => (ms === null ? 'NULL' : `'${new Date(ms).toISOString()}'`);
  const values = rows.map(
    ({ id, hash, display, label, created, expires, revoked }) =>
      `('${id}', ${hex(hash)}, '${display}', '${label}', ${time(created)}, ${time(expires)}, ${time(revoked)})`,
  );
  await schema.sql(`
    CREATE TABLE secret(name text PRIMARY KEY, value bytea NOT NULL);
    CREATE TABLE key(
      id text PRIMARY KEY, hash bytea NOT NULL UNIQUE, display text NOT NULL, label text NOT NULL,
      created timestamptz NOT NULL, expires timestamptz, revoked timestamptz
    );
    CREATE UNLOGGED TABLE rate(client text PRIMARY KEY, tat timestamptz NOT NULL);
    CREATE TABLE quota(client text NOT NULL, day date NOT NULL, used bigint NOT NULL, held bigint NOT NULL, PRIMARY KEY (client, day));
    CREATE TABLE hold(id text PRIMARY KEY, client text NOT NULL, day date NOT NULL, credits bigint NOT NULL, lease_until timestamptz NOT NULL);
    CREATE TABLE answer(name text PRIMARY KEY, owner text NOT NULL, request text NOT NULL, answer bytea, until timestamptz NOT NULL);
    CREATE TABLE migration(version integer PRIMARY KEY, ran timestamptz NOT NULL DEFAULT now());
    INSERT INTO migration VALUES (1), (2), (3);
    INSERT INTO secret VALUES ('pepper', ${hex(pepper)});
    INSERT INTO key VALUES ${values.join(', ')}`);
  return schema;
}

async function opened(address: string): Promise<Store> {
  const store = openStore(address);
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.keys.pepper(), 60_000);
  return store;
}

/** The answer to a request with this key; a busy machine may need several tries to reach PostgreSQL in time. */
const answerTo = (app: FastifyInstance, key: string) =>
  vi.waitFor(async () => {
    const answer = await extract(app, goodForm(), { authorization: `Bearer ${key}` });
    expect(answer.status).not.toBe(503);
    return answer;
  }, 60_000);

describe.each([
  ['SQLite', sqliteFile],
  ['PostgreSQL', async () => (await postgresSchema()).url],
])('a database of the version before scopes, in %s', (_name, addressOf) => {
  it('is brought to its new form in place, and its keys can do what they could', async () => {
    const store = await opened(await addressOf());
    const app = await openDoor({ store });
    const answers = [];
    for (const key of [old.live, old.expired, old.revoked]) {
      const { status, body } = await answerTo(app, key);
      answers.push([status, body.detail]);
    }
    expect(answers).toEqual([
      [200, undefined],
      [401, expect.stringContaining('has expired')],
      [401, expect.stringContaining('is invalid or missing')],
    ]);
    expect((await store.keys.list()).map(({ id, scopes, limits, formerSecrets }) => ({ id, scopes, limits, formerSecrets }))).toEqual(
      ['expired', 'live', 'revoked'].map((id) => ({ id, scopes: ['extract'], limits: {}, formerSecrets: [] })),
    );
  });

  it('has keys that can be rotated like new ones', async () => {
    const store = await opened(await addressOf());
    const app = await openDoor({ store });
    const { key = '' } = (await vi.waitFor(() => rotateKey(store.keys, 'live'), 60_000)) ?? {};
    for (const secret of [old.live, key]) expect((await answerTo(app, secret)).status).toBe(200);
  });
});

it('a PostgreSQL that was brought to its new form still serves what the version before does', async () => {
  const { url, sql } = await postgresSchema();
  await opened(url);
  await sql(`INSERT INTO key VALUES ('new', '\\x00', 'pk_1234', 'made by the version before', now(), NULL, NULL)`);
  expect(await sql(`SELECT id, scopes FROM key WHERE hash = '\\x00' AND revoked IS NULL AND (expires IS NULL OR expires > now())`)).toEqual(
    [{ id: 'new', scopes: 'extract' }],
  );
});
