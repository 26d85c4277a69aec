import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { abortable, ConfigError, type EarlierDocuments, type PluginContext, type Unknown, unknown } from '../../../core/index.js';

/** Where documents are remembered, where the host of the engine does not. */
export const memoryOptions = { file: { type: 'string', minLength: 1 }, sql: { type: 'string', minLength: 1 } } as const;

/**
 * What remembers documents: a SQLite file, a PostgreSQL database, or the host of the engine.
 * @throws ConfigError where there is none, or two
 */
export function earlierDocuments(
  { file, sql }: { readonly file?: string; readonly sql?: string },
  context: PluginContext,
): EarlierDocuments {
  if (file !== undefined && sql !== undefined) throw new ConfigError('"file" and "sql" both say where documents are remembered');
  if (file !== undefined) return sqliteEarlierDocuments(file, context);
  if (sql !== undefined) return postgresEarlierDocuments(sql, context);
  if (context.earlierDocuments) return context.earlierDocuments;
  throw new ConfigError('it needs "file" or "sql", where it remembers documents');
}

interface Remembered {
  /** What two documents have in common where one of them is an earlier one. */
  readonly key: readonly string[];
  /** A hash of what they must have in common then, too. */
  readonly own: string;
  /** How it is said that they have not: 'of an earlier document'. */
  readonly earlier: string;
}

/** Whether no earlier document has this key and another fingerprint; unknown where the memory has not answered after two seconds. */
export async function isFirst(memory: EarlierDocuments, { key, own, earlier }: Remembered, signal: AbortSignal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(2_000)]);
  const document = { key: hash('sha256', JSON.stringify(key)), fingerprint: own };
  const first = await abortable(memory.remember(document, limit), limit).catch((): Unknown => unknown);
  if (first === unknown) return { holds: null, actual: null, note: 'DUPLICATE: the memory cannot be asked' };
  return { holds: first === own, actual: first === own ? 'new' : earlier };
}

/**
 * Remembers documents in a SQLite file, which processes of one machine can share. It holds hashes only.
 * @throws ConfigError where the file cannot be opened
 */
function sqliteEarlierDocuments(path: string, { folder = '', onClose }: PluginContext): EarlierDocuments {
  const database = opened(resolve(folder, path));
  onClose(() => database.close());
  const insert = database.prepare('INSERT INTO document VALUES (?1, ?2) ON CONFLICT DO NOTHING');
  const select = database.prepare('SELECT fingerprint FROM document WHERE key = ?1');
  return {
    async remember({ key, fingerprint }) {
      insert.run(key, fingerprint);
      return String(select.get(key)?.['fingerprint'] ?? fingerprint);
    },
  };
}

function opened(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: 1_000 });
    database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS document ${columns} WITHOUT ROWID`);
    return database;
  } catch (cause) {
    throw new ConfigError(`${file}: ${cause instanceof Error ? cause.message : 'cannot be opened'}`, [], { cause });
  }
}

const columns = '(key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL)';

/** Remembers documents in the table `vouch_document` of PostgreSQL, for any number of servers. It holds hashes only, and is made when it is needed. */
function postgresEarlierDocuments(connectionString: string, { onClose }: PluginContext): EarlierDocuments {
  if (!/^postgres(?:ql)?:\/\//.test(connectionString)) throw new ConfigError('"sql" must begin with postgres://');
  const pool = new Pool({ connectionString, max: 4, application_name: 'vouch duplicates' });
  pool.on('error', () => undefined);
  onClose(() => pool.end());
  let made: Promise<unknown> | undefined;
  // Two servers that make the table at a time would see each other's errors, so they take turns. Both statements are one transaction.
  const make = () =>
    pool.query(`SELECT pg_advisory_xact_lock(hashtext('vouch_document')); CREATE TABLE IF NOT EXISTS vouch_document ${columns}`);
  return {
    async remember({ key, fingerprint }) {
      made ??= make();
      await made.catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      await pool.query('INSERT INTO vouch_document VALUES ($1, $2) ON CONFLICT DO NOTHING', [key, fingerprint]);
      const { rows } = await pool.query<{ fingerprint: string }>('SELECT fingerprint FROM vouch_document WHERE key = $1', [key]);
      return rows[0]?.fingerprint ?? fingerprint;
    },
  };
}
