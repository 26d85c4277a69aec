import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { Chain, type Database, type Query, tableNames, tablesOf } from './database.js';
import { databaseStore } from './database-store.js';
import { migrateSqlite } from './sqlite-schema.js';
import { type Store, StoreError } from './store.js';

/**
 * A store in one SQLite file that any number of processes on one machine can share; `:memory:` belongs to one process.
 * `clock` returns milliseconds since 1970, and tests can replace it.
 */
export const sqliteStore = (file: string, clock: () => number = Date.now): Store => databaseStore(sqliteDatabase(file, clock));

/** The dialect of SQLite. Its statements run one after the other on one connection, and block the event loop meanwhile. */
function sqliteDatabase(file: string, clock: () => number): Database {
  const database = open(file);
  const turns = new Turns();
  const run = runner(database, clock);
  const inTransaction = async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
    run.begin();
    try {
      const result = await work(async <Row>(statement: Sql | Chain) => run.all<Row>(statement));
      run.commit();
      return result;
    } catch (error) {
      run.rollBack();
      throw error;
    }
  };
  const whole = async <Row extends object>(statement: Sql | Chain): Promise<readonly Row[]> =>
    statement instanceof Chain ? inTransaction((query) => query<Row>(statement)) : run.alone<Row>(statement);
  const query: Query = (statement) => turns.take(() => whole(statement));
  return {
    tables: tablesOf({ ...tableNames, job: 'job' }, (name) => name),
    now: raw('now()'),
    today: raw("date(now() / 1000.0, 'unixepoch')"),
    yesterday: raw("date(now() / 1000.0 - 86400, 'unixepoch')"),
    ms: (value) => sql`${value}`,
    isOneOf: (list) => sql`IN (SELECT value FROM json_each(${JSON.stringify(list)}))`,
    forUpdate: empty,
    skipLocked: empty,
    releasesAtReserve: true,
    slice: 500,
    query,
    longQuery: query,
    queryAtOnce: (statement) => turns.takeAtOnce(() => whole(statement)),
    transaction: (work) => turns.take(() => inTransaction(work)),
    lock: async () => undefined,
    /** Writes, too: a full disk can still be read. The row is swept with the others. */
    async ping() {
      await query(sql`INSERT OR REPLACE INTO rate VALUES ('ping', now())`);
    },
    close: () => turns.take(async () => void (database.isOpen && database.close())),
  };
}

/** Opens the file, creates it and its folder where they are missing, and migrates it. */
function open(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file);
  // The start waits for the lock, which switching to WAL needs as well. What comes later waits for its turn, off the event loop.
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  if (file !== ':memory:') chmodSync(file, 0o600);
  migrateSqlite(database);
  database.exec('PRAGMA busy_timeout = 0');
  return database;
}

/** More statements than the store has; the length of a list makes some of them vary. */
const mostPrepared = 256;

function runner(database: DatabaseSync, clock: () => number) {
  const prepared = new LRUCache<string, StatementSync>({ max: mostPrepared });
  // The clock is read once in a statement or transaction, after the wait for the lock, so that it never runs backwards.
  let instant: number | undefined;
  const now = (): number => {
    instant ??= clock();
    return instant;
  };
  database.function('now', now);
  database.function('gen_random_uuid', () => randomUUID());
  database.function('greatest', (one, other) => (other === null || (one !== null && one > other) ? one : other));
  database.function('least', (one, other) => (other === null || (one !== null && one < other) ? one : other));
  const all = <Row>({ sql: text, values }: Sql): readonly Row[] => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement.all(...values.map(boundTo)) as Row[];
  };
  return {
    begin() {
      database.exec('BEGIN IMMEDIATE');
      instant = undefined;
    },
    commit: () => database.exec('COMMIT'),
    rollBack() {
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite has already rolled back, as it does on a full disk; the first error is rethrown.
      }
    },
    alone<Row>(statement: Sql): readonly Row[] {
      instant = undefined;
      return all<Row>(statement);
    },
    all: <Row>(statement: Sql | Chain): readonly Row[] => (statement instanceof Chain ? stepByStep<Row>(statement) : all<Row>(statement)),
  };

  function stepByStep<Row>({ steps, last }: Chain): readonly Row[] {
    let known = empty;
    for (const [table, statement] of steps) {
      const rows = all<object>(sql`${known} ${statement}`);
      if (table.includes('(')) known = sql`${known === empty ? raw('WITH') : sql`${known},`} ${raw(table)} AS (${asTable(table, rows)})`;
    }
    return all<Row>(sql`${known} ${last}`);
  }
}

/** Rows that a step has returned, for the next ones. Most steps return one or none. */
function asTable(table: string, rows: readonly object[]): Sql {
  const [first] = rows;
  if (first && rows.length === 1) return sql`SELECT ${join(Object.values(first))}`;
  const columns = table
    .split(',')
    .map((_, at) => (first ? `value ->> ${at}` : 'NULL'))
    .join();
  if (!first) return sql`SELECT ${raw(columns)} WHERE false`;
  return sql`SELECT ${raw(columns)} FROM json_each(${JSON.stringify(rows.map((row) => Object.values(row)))})`;
}

const boundTo = (value: unknown): SQLInputValue => {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
};

/** How long a request waits for a file that another process has locked. */
const longestWaitMs = 2_000;
/** How often the first that waits tries again. A transaction of another server takes well under a millisecond. */
const betweenTriesMs = 10;

/**
 * Who uses the connection: one at a time, first come, first served. While another process has locked the file SQLite itself would wait in the call,
 * and with it the event loop and everybody else; here only the first one tries again, from a timer.
 */
class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #isLocked = false;

  /** @throws StoreError when the file stays locked, and whatever `work` throws otherwise. `work` is tried again, so it must change nothing then. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + longestWaitMs;
    return this.#after(() => this.#insist(work, until));
  }

  /** Rejects at once while the file is locked. */
  takeAtOnce<T>(work: () => Promise<T>): Promise<T> {
    return this.#isLocked ? work() : this.#after(work);
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #insist<T>(work: () => Promise<T>, until: number): Promise<T> {
    for (;;)
      try {
        return await work();
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (performance.now() >= until) throw new StoreError(`Another process has kept the store locked for ${longestWaitMs} ms`);
        this.#isLocked = true;
        await sleep(betweenTriesMs * (0.5 + Math.random()));
        this.#isLocked = false;
      }
  }
}

/** SQLITE_BUSY, in each of its forms: the low byte of an extended code is the code itself. */
const isLocked = (error: unknown): boolean => error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;

const sqliteBusy = 5;
