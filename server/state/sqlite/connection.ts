import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from './migrate.js';

export interface SqliteConnection {
  readonly database: DatabaseSync;
  now(): number;
  /** Runs `work` while every other writer waits, whole or not at all. The time is read after the wait, so that it never runs backwards. */
  write<T>(work: (now: number) => T): T;
}

/** Opens the file, makes it and its folder where there are none, and brings it to the newest form. */
export function connect(file: string, clock: () => number): SqliteConnection {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file);
  // The wait comes first: switching to WAL needs the lock, too.
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  if (file !== ':memory:') chmodSync(file, 0o600);
  const connection = { database, now: clock, write: <T>(work: (now: number) => T): T => alone(database, () => work(clock())) };
  migrate(connection);
  return connection;
}

function alone<T>(database: DatabaseSync, work: () => T): T {
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
    // SQLite has rolled back by itself, as it does when the disk is full; the error that led here says so.
  }
}
