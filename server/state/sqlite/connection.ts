import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate, type SqliteConnection } from './migrate.js';

/** Opens the file, creates it and its folder where they are missing, and migrates it. */
export function connect(file: string, clock: () => number): SqliteConnection {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file);
  // The start waits for the lock, which switching to WAL needs as well. What comes later waits in the lock line, off the event loop.
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  if (file !== ':memory:') chmodSync(file, 0o600);
  const connection = { database, now: clock, write: <T>(work: (now: number) => T): T => inTransaction(database, () => work(clock())) };
  migrate(connection);
  database.exec('PRAGMA busy_timeout = 0');
  return connection;
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has already rolled back, as it does on a full disk; the first error is rethrown.
  }
}
