import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError, type EarlierDocuments, type PluginContext } from '../../../core/index.js';

/**
 * Remembers documents in a SQLite file, which processes of one machine can share. It holds hashes only.
 * @throws ConfigError where the file cannot be opened
 */
export function sqliteEarlierDocuments(path: string, { folder = '', onClose }: PluginContext): EarlierDocuments {
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
    database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS document (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) WITHOUT ROWID',
    );
    return database;
  } catch (cause) {
    throw new ConfigError(`${file}: ${cause instanceof Error ? cause.message : 'cannot be opened'}`, [], { cause });
  }
}
